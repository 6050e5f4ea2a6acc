// What is read out to those who listen, and the sounds and shakes of those who want them.

import { useEffect, useState } from "../vendor/hooks.js";
import { html } from "./html.js";

/** @type {(text: string) => void} */
let hear = () => {};

/** Read a sentence out. @param {string} text */
export const say = (text) => hear(text);

/** The one place whose changes are read out. */
export function Speaker() {
  const [text, setText] = useState("");
  useEffect(() => {
    // The same sentence twice is a change too.
    hear = (next) => setText((now) => (now === next ? `${next}\u00a0` : next));
  }, []);
  return html`<div class="unseen" role="status" aria-live="polite" id="spoken">${text}</div>`;
}

/** @type {AudioContext | null} */
let sounds = null;

/** A knock of dice on wood: short noise that dies away. @param {number} [strength] 0 to 1 */
export function knock(strength = 0.5) {
  sounds ??= new AudioContext();
  const length = Math.round(sounds.sampleRate * 0.07);
  const buffer = sounds.createBuffer(1, length, sounds.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 6;
  const source = new AudioBufferSourceNode(sounds, { buffer });
  const wood = new BiquadFilterNode(sounds, { type: "bandpass", frequency: 900 + 500 * strength, Q: 1.2 });
  source.connect(wood).connect(new GainNode(sounds, { gain: strength })).connect(sounds.destination);
  source.start();
}

/** @param {number | number[]} pattern milliseconds */
export const shake = (pattern) => navigator.vibrate?.(pattern);
