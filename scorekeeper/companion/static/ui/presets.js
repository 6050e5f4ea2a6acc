// The presets, as the server has them; kept on the phone for the next time.

import { useEffect, useState } from "../vendor/hooks.js";
import { usePhone } from "./phone.js";

/** @returns {{items: any[] | null, failure: any, retry: () => void}} */
export function usePresets() {
  const phone = usePhone();
  const [state, setState] = useState(/** @type {any} */ ({ items: null, failure: null }));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const show = (/** @type {any[]} */ items) => setState({ items, failure: null });
    phone.client.get("/v1/rulesets").then(
      (/** @type {any} */ { data }) => {
        show(data.items);
        phone.store.setSetting("presets", data.items);
      },
      async (/** @type {any} */ failure) => {
        const kept = await phone.store.setting("presets");
        if (kept) show(kept);
        else setState({ items: null, failure });
      },
    );
  }, [attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
