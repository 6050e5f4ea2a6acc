/**
 * A table on this phone, or on the wall: its games as they go on, and the next one as soon as it is opened. Reads only.
 *
 * @typedef {Record<string, any>} Game
 * @typedef {object} TableView
 * @property {any} table               As the API has it; null until it is known.
 * @property {Game[]} games            Those that are on, and in any case the newest; the newest first.
 * @property {any} happened            {id, game_id, entry, sentences}: the last thing that happened, or null.
 * @property {import("./live.js").Way} following
 * @property {{state: "online" | import("./api.js").Kind, problem: any}} network
 */
import { newId } from "./api.js";
import { follow } from "./live.js";
import { ON, tableSource } from "./sources.js";

/**
 * @param {{tableId: string, client: import("./api.js").Client, onView: (view: TableView) => void}} asked
 * @returns {{view: TableView, close: () => void}}
 */
export function openTable({ tableId, client, onView }) {
  const network = /** @type {TableView["network"]} */ ({ state: "online", problem: null });
  const watched = {
    view: /** @type {TableView} */ ({ table: null, games: [], happened: null, following: "off", network }),
    close: () => live.close(),
  };
  /** @param {Partial<TableView>} change */
  const show = (change) => {
    watched.view = Object.freeze({ ...watched.view, ...change });
    onView(watched.view);
  };
  const source = tableSource(tableId, {
    onTable: (table, games) => show({ table, games }),
    onEntry: (entry, game, sentences) => show({
      games: withGame(watched.view.games, game), happened: { id: newId(), game_id: game.id, entry, sentences },
    }),
  });
  const live = follow(client, source, {
    onWay: (following) => following !== watched.view.following && show({ following }),
    onContact: () => watched.view.network.state !== "online" && show({ network }),
    onFailure: ({ kind, problem }) => show({ network: { state: kind, problem } }),
  });
  return watched;
}

/**
 * A game that was not there is the newest, or is on again; an old one in which something was put right is not looked for.
 * Ids stand in the order of the openings.
 * @param {Game[]} games @param {Game} game @returns {Game[]}
 */
function withGame(games, game) {
  if (games.some(({ id }) => id === game.id)) return games.map((each) => (each.id === game.id ? game : each));
  const isOld = games.length > 0 && game.id < games[0].id;
  if (isOld && !ON.includes(game.status)) return games;
  return [...games, game].sort((one, other) => (one.id < other.id ? 1 : -1));
}
