/**
 * Server-Sent Events, read from a response: a browser's own EventSource can send no key.
 *
 * @typedef {{event: string, id: string | null, data: any}} Sent
 */

/**
 * Each event as it comes. Ends with the stream; throws what its reader throws.
 * @param {ReadableStream<Uint8Array>} body @param {() => void} onAlive Called for whatever comes, heartbeats too.
 * @returns {AsyncGenerator<Sent>}
 */
export async function* eventsOf(body, onAlive = () => {}) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onAlive();
      rest += decoder.decode(value, { stream: true });
      // A carriage return may be the first half of a line's end.
      const blocks = rest.replace(/\r\n|\r(?=[^\n])/g, "\n").split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield* read(block);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** One block as an event; comments and blocks without data are none. @param {string} block @returns {Sent[]} */
function read(block) {
  /** @type {Record<string, string[]>} */
  const fields = {};
  for (const line of block.split("\n").filter((each) => each && !each.startsWith(":"))) {
    const [, name, value] = /** @type {RegExpMatchArray} */ (line.match(/^([^:]*):? ?(.*)$/s));
    (fields[name] ??= []).push(value);
  }
  if (!fields.data) return [];
  return [{ event: fields.event?.[0] ?? "message", id: fields.id?.[0] ?? null, data: JSON.parse(fields.data.join("\n")) }];
}
