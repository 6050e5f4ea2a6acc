/**
 * Where the phone keeps things: IndexedDB, else localStorage, else memory. All three take the same small set of calls,
 * and a change of several records happens whole or not at all.
 *
 * @typedef {{area: string, id: string, how: (old: any) => any}} Change   `how` gives the new value, undefined for none;
 *     it is called while the records are held, so it must not wait for anything.
 *
 * @typedef {object} Keeper
 * @property {"indexeddb" | "localstorage" | "memory"} kind
 * @property {(area: string, id: string) => Promise<any>} read    The value, or null.
 * @property {(area: string) => Promise<any[]>} all
 * @property {(changes: Change[]) => Promise<any[]>} change       The new values, once they are on the disk.
 */

export const AREAS = ["tables", "games", "queues", "lost", "settings", "leases"];
const OPENING = 10_000;

/** The best keeper that this browser has. @param {string} name @returns {Promise<Keeper>} */
export async function openKeeper(name) {
  try {
    return await openDatabase(name);
  } catch {
    return localKeeper(name) ?? memoryKeeper();
  }
}

/** @param {string} name @returns {Promise<Keeper>} */
async function openDatabase(name) {
  /** @type {Promise<IDBDatabase> | null} */
  let opening = null;
  const connection = () => (opening ??= connect(name, () => (opening = null)));
  await connection();
  /** @param {IDBTransactionMode} mode @param {string[]} areas @param {(transaction: IDBTransaction) => any} work */
  const within = async (mode, areas, work) => {
    try {
      return await transact(await connection(), mode, areas, work);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
      // The browser closed the database, as it may when it is short of something: open it again.
      opening = null;
      return transact(await connection(), mode, areas, work);
    }
  };
  return {
    kind: "indexeddb",
    read: (area, id) => within("readonly", [area], (it) => it.objectStore(area).get(id)).then((found) => found ?? null),
    all: (area) => within("readonly", [area], (it) => it.objectStore(area).getAll()),
    async change(changes) {
      /** @type {any[]} */
      const values = [];
      await within("readwrite", [...new Set(changes.map(({ area }) => area))], (it) => {
        changes.forEach((each, index) => replace(it.objectStore(each.area), each, (value) => (values[index] = value)));
      });
      return values;
    },
  };
}

/** @param {string} name @param {() => void} onClosed @returns {Promise<IDBDatabase>} */
const connect = (name, onClosed) => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error("the database does not open")), OPENING);
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => AREAS.forEach((area) => request.result.createObjectStore(area));
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    clearTimeout(timer);
    request.result.onclose = onClosed;
    request.result.onversionchange = () => request.result.close();
    resolve(request.result);
  };
});

/**
 * Done when it is on the disk, not before.
 * @param {IDBDatabase} database @param {IDBTransactionMode} mode @param {string[]} areas
 * @param {(transaction: IDBTransaction) => any} work
 */
const transact = (database, mode, areas, work) => new Promise((resolve, reject) => {
  const transaction = database.transaction(areas, mode, { durability: "strict" });
  const asked = work(transaction);
  transaction.oncomplete = () => resolve(asked instanceof IDBRequest ? asked.result : undefined);
  transaction.onabort = () => reject(transaction.error);
});

/** @param {IDBObjectStore} store @param {Change} change @param {(value: any) => void} told */
function replace(store, { id, how }, told) {
  const request = store.get(id);
  request.onsuccess = () => {
    const value = how(request.result ?? null);
    if (value === undefined) store.delete(id);
    else store.put(value, id);
    told(value ?? null);
  };
}

/** @param {string} name @returns {Keeper | null} */
function localKeeper(name) {
  try {
    localStorage.setItem(`${name}/test`, "1");
    localStorage.removeItem(`${name}/test`);
  } catch {
    return null;
  }
  const keys = () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  return {
    kind: "localstorage",
    ...simple({
      get: (key) => JSON.parse(localStorage.getItem(`${name}/${key}`) ?? "null"),
      set: (key, value) => localStorage.setItem(`${name}/${key}`, JSON.stringify(value)),
      remove: (key) => localStorage.removeItem(`${name}/${key}`),
      keys: () => keys().filter((key) => key.startsWith(`${name}/`)).map((key) => key.slice(name.length + 1)),
    }),
  };
}

/** @returns {Keeper} */
function memoryKeeper() {
  const kept = new Map();
  return {
    kind: "memory",
    ...simple({
      get: (key) => kept.get(key) ?? null,
      set: (key, value) => kept.set(key, value),
      remove: (key) => kept.delete(key),
      keys: () => [...kept.keys()],
    }),
  };
}

/** @param {{get: (key: string) => any, set: (key: string, value: any) => void, remove: (key: string) => void, keys: () => string[]}} kept */
const simple = ({ get, set, remove, keys }) => ({
  /** @param {string} area @param {string} id */
  read: async (area, id) => get(`${area}/${id}`),
  /** @param {string} area */
  all: async (area) => keys().filter((key) => key.startsWith(`${area}/`)).map(get),
  /** @param {Change[]} changes */
  async change(changes) {
    const values = changes.map(({ area, id, how }) => how(get(`${area}/${id}`)));
    changes.forEach(({ area, id }, index) => {
      if (values[index] === undefined) remove(`${area}/${id}`);
      else set(`${area}/${id}`, values[index]);
    });
    return values.map((value) => value ?? null);
  },
});
