// What the people of a table have done so far: games, wins, and each one's best.

import { useAnswer } from "../ui/asking.js";
import { html } from "../ui/html.js";
import { Name } from "../ui/parts.js";
import { t } from "../ui/texts.js";

const MOST_READ = 30;

/** @param {{client: any, games: any[]}} props */
export function Bests({ client, games }) {
  const finished = games.filter((game) => game.status === "finished").slice(0, MOST_READ);
  const answer = useAnswer(() => standingsOf(client, finished), [finished.map((game) => game.id).join()]);
  if (!finished.length || !answer.data) return null;
  return html`
    <section class="card">
      <h2>${t("bests.title")}</h2>
      <div class="table-scroll" role="region" tabindex="0" aria-label=${t("bests.title")}><table class="bests">
        <thead><tr><th scope="col">${t("bests.player")}</th><th scope="col">${t("bests.games")}</th><th scope="col">${t("bests.won")}</th><th scope="col">${t("bests.total")}</th></tr></thead>
        <tbody>${peopleOf(answer.data).map((person) => html`
          <tr key=${person.id}><th scope="row"><${Name}>${person.name}<//></th><td>${person.games}</td><td>${person.won}</td><td>${person.best}</td></tr>`)}</tbody>
      </table></div>
    </section>`;
}

/** @param {any} client @param {any[]} games @returns {Promise<{data: any[]}>} */
async function standingsOf(client, games) {
  const answers = await Promise.all(games.map((game) => client.get(`/v1/games/${game.id}/standings`)));
  return { data: answers.map(({ data }) => data) };
}

/** Each person with games, wins and the best total of one game; who won most comes first. @param {any[]} all */
function peopleOf(all) {
  const people = new Map();
  for (const { standings, winners } of all) {
    for (const seat of standings) {
      const { name = seat.name, games = 0, won = 0, best = 0 } = people.get(seat.player_id) ?? {};
      people.set(seat.player_id, { id: seat.player_id, name, games: games + 1, won: won + Number(winners.includes(seat.seat)), best: Math.max(best, seat.total) });
    }
  }
  return [...people.values()].sort((one, other) => other.won - one.won || other.best - one.best);
}
