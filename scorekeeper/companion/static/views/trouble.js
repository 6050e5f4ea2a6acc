// A view that can't be shown: what happened, and what to do.

import { tellFailure } from "../ui/failures.js";
import { html } from "../ui/html.js";
import { Bar, Button } from "../ui/parts.js";
import { Link } from "../ui/router.js";
import { t } from "../ui/texts.js";

/** @param {{failure: any, told?: string, onRetry?: () => void}} props  told: what to do, where the view knows better */
export function Trouble({ failure, told, onRetry }) {
  const again = ["offline", "timeout", "busy", "server"].includes(failure.kind);
  return html`
    <${Bar} title=${t("trouble.title")} back="" />
    <main class="page">
      <div class="card trouble" role="alert">
        <h2>${t(`trouble.${failure.kind ?? "server"}`)}</h2>
        <p>${told ?? tellFailure(failure)}</p>
        ${again && onRetry && html`<${Button} look="first" onClick=${onRetry}>${t("try_again")}<//>`}
        ${!again && html`<p><${Link} to="join" look="button second">${t("join.title")}<//></p>`}
        ${["no-key", "revoked"].includes(failure.kind) && html`<p><${Link} to="recover" look="button second">${t("recover.title")}<//></p>`}
        <p><${Link} to="" look="button second">${t("home")}<//></p>
      </div>
    </main>`;
}
