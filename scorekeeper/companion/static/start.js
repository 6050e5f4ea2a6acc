// The page begins here.

import { render } from "./vendor/preact.js";
import { App, getReady, whenShown } from "./ui/app.js";
import { html } from "./ui/html.js";
import { openPhone } from "./ui/phone.js";
import { bestLanguage, speakIn } from "./ui/texts.js";

// The page's address changes while it is open; what its head names stays where it is, or no browser would install it.
for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=manifest], link[rel*=icon]"))) {
  link.setAttribute("href", link.href);
}

const phone = await openPhone();
await speakAtLast(bestLanguage(phone.settings.language));
render(html`<${App} phone=${phone} />`, /** @type {Element} */ (document.getElementById("page")));

setTimeout(() => whenShown(getReady), 1500);

/** Without words there is nothing to be shown: they are asked for until they come. @param {string} language */
async function speakAtLast(language) {
  for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
    try {
      return await speakIn(language);
    } catch {
      await new Promise((again) => setTimeout(again, wait));
    }
  }
}
