// Who throws the dice of a seat that the computer plays.

import { html } from "./html.js";
import { Choice } from "./parts.js";
import { t } from "./texts.js";

/** @param {{name: string, who: string, dice: string, onChange: (dice: string) => void}} props */
export const Thrower = ({ name, who, dice, onChange }) => html`
  <div class="thrower"><${Choice} name=${name} legend=${t("new.computer_dice", { name: who })} value=${dice} onChange=${onChange}
    options=${["table", "server"].map((each) => [each, t(`new.computer_dice.${each}`)])} /></div>`;
