// Stylesheets that the first view can do without.

const FOLDER = new URL("../looks/", import.meta.url);
/** @type {Record<string, Promise<unknown>>} */
const worn = {};

/** Sees to it that a stylesheet of looks/ counts, at its place before the last one. @param {string} name */
export const wear = (name) => (worn[name] ??= linkTo(name) ? Promise.resolve() : fetched(name));

const linkTo = (/** @type {string} */ name) => document.querySelector(`link[data-look="${name}"]`);

/** @param {string} name */
const fetched = (name) => new Promise((resolve, reject) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.dataset.look = name;
  link.href = new URL(`${name}.css`, FOLDER).href;
  link.onload = resolve;
  link.onerror = () => {
    link.remove();
    delete worn[name];
    reject(new Error(`looks/${name}.css`));
  };
  linkTo("large")?.before(link);
});
