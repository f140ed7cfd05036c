import { html } from "hono/html";
import { page } from "#test/new-eden/page.ts";
import type { Pilot } from "#test/new-eden/people/pilot.ts";
import type { World } from "#test/new-eden/world.ts";

/** The page where the player chooses a pilot, or cancels. Works without scripts. */
export function authorizePage(world: World, query: URLSearchParams) {
  const action = `${world.base}/sso/v2/oauth/authorize?${query.toString()}`;
  const scopes = (query.get("scope") ?? "").split(" ").filter(Boolean);
  const pilots = [...world.pilots.values()];
  return page(
    "Sign in to New Eden",
    html`<h1>New Eden</h1>
      <p class="dim">
        The application <strong>${query.get("client_id")}</strong> asks which pilot you are. Choose
        one. This is a simulated EVE Online, so there is no password.
      </p>
      ${
        scopes.length > 0 &&
        html`<details class="dim">
          <summary>
            It requests ${scopes.length} ${scopes.length === 1 ? "scope" : "scopes"}
          </summary>
          <ul>
            ${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
          </ul>
        </details>`
      }
      <form method="post" action="${action}">
        <div class="row"><button name="cancel" value="1">Cancel</button></div>
        <h2>Pilots with a story</h2>
        <ul class="pilots">
          ${pilots.filter(({ note }) => note !== undefined).map((pilot) => choice(world, pilot))}
        </ul>
        <h2>Other pilots</h2>
        <ul class="pilots">
          ${pilots.filter(({ note }) => note === undefined).map((pilot) => choice(world, pilot))}
        </ul>
      </form>`,
  );
}

/** The button has only the name as its label: tests and screen readers find pilots by it. */
function choice(world: World, pilot: Pilot) {
  const corporation = world.corporations.get(pilot.corporationId);
  return html`<li class="card">
    <button class="pilot" name="character_id" value="${pilot.id}">
      <img
        src="${world.base}/images/characters/${pilot.id}/portrait?size=64"
        alt=""
        width="40"
        height="40"
      />${pilot.name}
    </button>
    <p class="dim">
      ${corporation?.name}
      [${corporation?.ticker}]${pilot.note === undefined ? "" : `: ${pilot.note}`}
    </p>
  </li>`;
}
