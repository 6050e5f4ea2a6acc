// Asking the server for something, and sending it something, from a view.

import { useEffect, useRef, useState } from "../vendor/hooks.js";
import { newId, retrying } from "../sync/api.js";
import { tellFailure } from "./failures.js";
import { html } from "./html.js";
import { Button, Notice, Waiting } from "./parts.js";
import { t } from "./texts.js";

/**
 * What the server answers, asked when the view is first shown and whenever `inputs` change.
 * @param {() => Promise<{data: any}>} ask
 * @param {readonly unknown[]} inputs
 */
export function useAnswer(ask, inputs) {
  const [state, setState] = useState(/** @type {{data: any, failure: any}} */ ({ data: null, failure: null }));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let left = false;
    ask().then(
      ({ data }) => left || setState({ data, failure: null }),
      (failure) => left || setState((now) => ({ ...now, failure })),
    );
    return () => {
      left = true;
    };
  }, [...inputs, attempt]);
  return { ...state, again: () => setAttempt((count) => count + 1) };
}

/** What stands in the place of an answer that is not there. @param {{answer: ReturnType<typeof useAnswer>}} props */
export const Awaited = ({ answer }) =>
  answer.failure ? html`<${Failed} failure=${answer.failure} onRetry=${answer.again} />` : html`<${Waiting} />`;

/** Which answers stay what they are, however often it is asked. */
const FINAL = ["refused", "forbidden", "revoked", "gone"];

/** A failure, what it is about, and one more try where that may help. @param {{failure: any, of?: string, onRetry?: () => void}} props */
export const Failed = ({ failure, of, onRetry }) => html`
  <${Notice}>${of && `${of}: `}${tellFailure(failure)} ${onRetry && !FINAL.includes(failure.kind) && html`<${Button} look="small" onClick=${onRetry}>${t("try_again")}<//>`}<//>`;

/**
 * Sends a write once, however often it is tapped: the same content has the same idempotency key until it succeeded.
 * Without a network it fails at once: what nobody waits for any more is not done by itself later.
 * @param {any} client
 */
export function useSending(client) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(/** @type {any} */ (null));
  const sent = useRef({ content: "", key: "" });
  /** @param {string} path @param {any} body @param {string} [method] @returns {Promise<any>} the answer, or null where it failed */
  const send = async (path, body, method = "post") => {
    const content = JSON.stringify([method, path, body]);
    if (sent.current.content !== content) sent.current = { content, key: newId() };
    setBusy(true);
    setFailure(null);
    try {
      const how = { idempotencyKey: sent.current.key };
      const { data } = await retrying(() => (method === "del" ? client.del(path, how) : client[method](path, body, how)), { isAnswered: true });
      sent.current = { content: "", key: "" };
      return data ?? {};
    } catch (caught) {
      setFailure(caught);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, send, forget: () => setFailure(null) };
}
