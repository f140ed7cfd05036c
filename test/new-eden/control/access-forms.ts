import { html } from "hono/html";
import { CORPORATION_ROLES } from "#test/new-eden/esi/document.ts";
import { isNpcCorporation } from "#test/new-eden/people/organizations.ts";
import type { Pilot } from "#test/new-eden/people/pilot.ts";
import type { World } from "#test/new-eden/world.ts";

const STANDINGS = ["10", "5", "0", "-5", "-10"];

type Option = { value: string; label: string };

/** Forms for a pilot's in-game roles, titles and standings. */
export function accessForms(world: World, pilot: Pilot) {
  const titles = world.corporations.get(pilot.corporationId)?.titles ?? [];
  const owners = [...world.alliances.values(), ...world.corporations.values()].filter(
    ({ id }) => !isNpcCorporation(id),
  );
  const form = (what: string, label: string, fields: unknown) =>
    html`<form
      method="post"
      action="${world.base}/control/page/pilots/${pilot.id}/${what}"
      class="row"
    >
      ${fields}<button>${label}</button>
    </form>`;
  return html`<details>
    <summary>Roles, titles, standings</summary>
    ${form(
      "give-role",
      "Give",
      select(
        "role",
        "Role",
        CORPORATION_ROLES.map((role) => ({ value: role, label: role.replaceAll("_", " ") })),
      ),
    )}
    ${
      titles.length > 0 &&
      form(
        "toggle-title",
        "Give or take",
        select(
          "titleId",
          "Title",
          titles.map(({ id, name }) => ({
            value: String(id),
            label: pilot.titleIds.includes(id) ? `${name} ✓` : name,
          })),
        ),
      )
    }
    ${form(
      "contact",
      "Set",
      html`${select(
        "ownerId",
        "Contact of",
        owners.map(({ id, name }) => ({ value: String(id), label: name })),
      )}
      ${select("standing", "Standing", [
        ...STANDINGS.map((standing) => ({ value: standing, label: standing })),
        { value: "", label: "none" },
      ])}`,
    )}
  </details>`;
}

function select(name: string, label: string, options: Option[]) {
  return html`<label
    >${label}
    <select name="${name}">
      ${options.map(({ value, label }) => html`<option value="${value}">${label}</option>`)}
    </select></label
  >`;
}
