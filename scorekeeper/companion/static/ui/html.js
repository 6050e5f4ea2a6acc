// What every view is written with.

import htm from "../vendor/htm.js";
import { h } from "../vendor/preact.js";

/** A tagged template that makes nodes: html`<p>${text}</p>`. */
export const html = htm.bind(h);

/** The names of the classes whose condition holds, as one attribute. @param {...(string | false | null | undefined)} names */
export const classes = (...names) => names.filter(Boolean).join(" ");
