// What this phone looks and sounds like.

import { html } from "../ui/html.js";
import { Bar, Choice, Switch } from "../ui/parts.js";
import { usePhone } from "../ui/phone.js";
import { knock, shake } from "../ui/speak.js";
import { languages, t } from "../ui/texts.js";

/** @param {{place: import("../ui/router.js").Place}} _props */
export function View(_props) {
  const phone = usePhone();
  const { settings } = phone;
  const set = (/** @type {any} */ name) => (/** @type {any} */ value) => phone.set(name, value);
  const sound = (/** @type {boolean} */ on) => {
    phone.set("sound", on);
    if (on) knock();
  };
  const vibration = (/** @type {boolean} */ on) => {
    phone.set("vibration", on);
    if (on) shake(40);
  };
  return html`
    <${Bar} title=${t("settings.title")} back="" />
    <main class="page">
      <section class="card stack">
        <${Choice} name="theme" legend=${t("settings.theme")} value=${settings.theme} onChange=${set("theme")}
          options=${[[null, t("settings.as_phone")], ["light", t("settings.light")], ["dark", t("settings.dark")]]} />
        <${Choice} name="language" legend=${t("settings.language")} value=${settings.language} onChange=${set("language")}
          options=${[[null, t("settings.as_phone")], ...Object.entries(languages())]} />
      </section>
      <section class="card stack">
        <${Switch} label=${t("settings.sound")} on=${settings.sound} onChange=${sound} />
        ${"vibrate" in navigator && html`<${Switch} label=${t("settings.vibration")} on=${settings.vibration} onChange=${vibration} />`}
        <${Switch} label=${t("settings.hint")} note=${t("settings.hint_note")} on=${settings.hint} onChange=${set("hint")} />
        ${"wakeLock" in navigator && html`<${Switch} label=${t("settings.awake")} on=${settings.awake} onChange=${set("awake")} />`}
      </section>
      <p class="on-wood">${t(`settings.kept.${phone.keepsNothing ? "memory" : "here"}`)}</p>
    </main>`;
}
