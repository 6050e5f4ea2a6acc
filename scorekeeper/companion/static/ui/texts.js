// What the page says: one catalogue for each language, in texts/. The server sends it in two parts: what the first
// views say, and the rest.

const TEXTS = new URL("../texts/", import.meta.url);
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** @typedef {string | Record<string, string>} Entry  one text, or one for each plural form */

/** @type {Record<string, Entry>} */
let catalogue = {};
/** @type {Record<string, Entry>} */
let english = {};
let language = "en";
/** Set once the texts of what is loaded later were asked for. @type {Promise<void> | null} */
let rest = null;

/** The languages that there are, each with its own name. @returns {Record<string, string>} */
export const languages = () => JSON.parse(document.documentElement.dataset.languages ?? "{}");

/** The language that is shown now. */
export const spoken = () => language;

/** The language that is shown now as the browser writes it, which knows how dates look there: `en-GB`, say. */
export const locale = () => navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;

/** Whether the page has words of its own for this. @param {string} key */
export const has = (key) => key in catalogue;

/** The best language for this person. @param {string | null} chosen */
export function bestLanguage(chosen) {
  const there = Object.keys(languages());
  const wanted = [chosen, ...navigator.languages].filter((tag) => tag !== null);
  const found = wanted.flatMap((tag) => [tag, tag.split("-")[0]]).find((tag) => there.includes(tag));
  return found ?? "en";
}

/** Fetch a language's texts and speak them from now on. @param {string} tag */
export async function speakIn(tag) {
  [catalogue, english] = await inBoth(tag, "");
  language = tag;
  if (rest) await (rest = speakOfMore());
  document.documentElement.lang = tag;
  document.documentElement.dir = String(catalogue.direction ?? "ltr");
}

/** The texts of what the first view does not show: fetched once, with the first part that needs them. */
export const speakOfAll = () => (rest ??= speakOfMore().catch((failure) => {
  rest = null;
  throw failure;
}));

async function speakOfMore() {
  const [own, others] = await inBoth(language, "later/");
  catalogue = { ...catalogue, ...own };
  english = { ...english, ...others };
}

/** A part of the catalogues of a language, and of English, which says what the language does not. @param {string} tag @param {string} part */
async function inBoth(tag, part) {
  const own = fetchCatalogue(part + tag);
  return Promise.all([own, tag === "en" ? own : fetchCatalogue(`${part}en`)]);
}

/**
 * A text of the catalogue with its places filled in: `{name}` takes `params.name`; `count` chooses the plural.
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const entry = catalogue[key] ?? english[key] ?? key;
  const text = typeof entry === "string" ? entry : plural(entry, Number(params.count));
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? isolated(params[name]) : whole));
}

/** A list of names or things, as it is said. @param {string[]} things */
export const listed = (things) => new Intl.ListFormat(language, { type: "conjunction" }).format(things.map(isolated));

const MINUTE = 60;
const HOUR = 3600;

/** A moment to come as it is said, never too early: "in 20 seconds", "in 5 hours (Tue 02:00)". @param {number} at in milliseconds since 1970 */
export function inTime(at) {
  const seconds = Math.max(1, Math.ceil((at - Date.now()) / 1000));
  /** @type {[number, Intl.RelativeTimeFormatUnit]} */
  const [size, unit] = seconds > HOUR ? [HOUR, "hour"] : seconds > MINUTE ? [MINUTE, "minute"] : [1, "second"];
  const said = new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / size), unit);
  if (size < HOUR) return said;
  const clock = new Intl.DateTimeFormat(locale(), { weekday: "short", hour: "numeric", minute: "2-digit" });
  // By the minute that begins then, or has.
  return `${said} (${clock.format(Math.ceil(at / 60_000) * 60_000)})`;
}

/** @param {string} name @returns {Promise<Record<string, Entry>>} */
async function fetchCatalogue(name) {
  const answer = await fetch(new URL(`${name}.json`, TEXTS));
  if (!answer.ok) throw new Error(`texts/${name}.json: ${answer.status}`);
  return answer.json();
}

/** @param {Record<string, string>} entry @param {number} count */
const plural = (entry, count) => entry[new Intl.PluralRules(language).select(count)] ?? entry.other;

/** A number as it is printed: with a minus sign, which is no hyphen. @param {string | number} number */
export const figure = (number) => String(number).replace("-", "\u2212");

/** A value within a sentence; a name that is written from right to left does not turn what stands around it. @param {string | number} value */
function isolated(value) {
  const text = typeof value === "number" ? figure(value) : value;
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
