// Small drawings, in the colour of the words beside them.

import { html } from "./html.js";

/** @type {Record<string, string>} */
const LINES = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9",
  erase: "M9 5h11a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H9l-7-7zM12 9l6 6M18 9l-6 6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  scales: "M12 4v16M7 20h10M5 7h14M5 7l-3 7a3.2 3.2 0 0 0 6 0zM19 7l-3 7a3.2 3.2 0 0 0 6 0z",
  gear: "M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3M5.5 5.5l2.1 2.1M16.4 16.4l2.1 2.1M18.5 5.5l-2.1 2.1M7.6 16.4l-2.1 2.1",
  key: "M8.5 19a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM11.7 11.3L20 3M16 7l3 3",
  computer: "M8 8h8v8H8zM5 5h14v14H5zM9 2v3M15 2v3M9 19v3M15 19v3M2 9h3M2 15h3M19 9h3M19 15h3",
  wall: "M3 5h18v12H3zM8 21h8M12 17v4",
  share: "M12 15V4M8 8l4-4 4 4M5 12v7h14v-7",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  cloud: "M7 18a4.5 4.5 0 0 1-.6-9A6 6 0 0 1 18 8.6 4.7 4.7 0 0 1 17.5 18zM3 3l18 18",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
  check: "M5 12.5l4.5 4.5L19 7.5",
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z",
  flag: "M6 21V4M6 4h12l-2.5 4L18 12H6",
  door: "M13 4H6v16h7M10 12h11M17 8l4 4-4 4",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  anchor: "M12 21V9M12 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 12h8M4 14a8 7 0 0 0 16 0",
  ship: "M3 16h18l-2.5 4.5h-13zM11 16V3l-6 10h6M13 16V6l6 7h-6",
  captain: "M4 14h16l-1 3H5zM5 14c0-2-2-3-2-5s3-4 9-4 9 2 9 4-2 3-2 5M12 8v3M10.5 9.5h3",
  crew: "M12 8.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4zM7.5 19v-4a4.5 4.5 0 0 1 9 0v4M5 11.5a2 2 0 1 0 0-4M3 19v-3a3 3 0 0 1 2-2.8M19 11.5a2 2 0 1 1 0-4M21 19v-3a3 3 0 0 0-2-2.8",
  cargo: "M3 8l9-4.5L21 8v8.5L12 21l-9-4.5zM3 8l9 4.5L21 8M12 12.5V21",
  bulb: "M9 18h6M10 21h4M8 14.5a6 6 0 1 1 8 0c-.7.7-1 1.5-1 2.5H9c0-1-.3-1.8-1-2.5z",
  again: "M20 12a8 8 0 1 1-2.6-5.9M20 3v4.5h-4.5",
  curve: "M3 20h18M4 16l5-6 4 3 7-9",
};

/** @param {{name: string}} props */
export const Icon = ({ name }) => html`
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${LINES[name]} /></svg>`;
