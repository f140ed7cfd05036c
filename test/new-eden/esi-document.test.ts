import { expect, test } from "vitest";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import type { Eden } from "#test/support/new-eden/open-eden.ts";
import { recentKillmail } from "./corporations/dealings.ts";
import { findRoute, ROUTES } from "./esi/document.ts";
import { HANDLERS } from "./esi/handlers/all.ts";
import { FIRST_FLEET_ID } from "./people/fleets.ts";
import { validator } from "./esi/request-check.ts";
import * as ids from "./ids.ts";

/** A valid call of each route; `wrong` are paths or bodies that it rejects. */
type Example = { paths: string[]; bodies?: unknown[]; wrong?: string[]; wrongBodies?: unknown[] };

const EVERYBODY = [
  ids.AURELIA_VOSS_ID,
  ids.TOVI_RENN_ID,
  ids.NYX_HALLORAN_ID,
  ids.PIP_MARLOWE_ID,
  ids.IDRIS_VALE_ID,
  ids.MAGPIE_OLLERTON_ID,
  ids.YAROSLAVA_ID,
];
const ofEverybody = (rest = "") => ({
  paths: EVERYBODY.map((id) => `/characters/${id}${rest}`),
  wrong: [ids.CASSIAN_DROSS_ID, 2_112_999_999, "mira"].map((id) => `/characters/${id}${rest}`),
});

function killmailPath(index: number) {
  const { killmail_id: id, killmail_hash: hash } = recentKillmail(
    { id: ids.SABLE_MERIDIAN_ID },
    index,
  );
  return `/killmails/${id}/${hash}`;
}

const EXAMPLES: Record<string, Example> = {
  "GET /status": { paths: ["/status"] },
  "GET /meta/status": { paths: ["/meta/status"] },
  "GET /meta/compatibility-dates": { paths: ["/meta/compatibility-dates"] },
  "GET /characters/{character_id}": ofEverybody(),
  "GET /characters/{character_id}/portrait": ofEverybody("/portrait"),
  "GET /characters/{character_id}/corporationhistory": ofEverybody("/corporationhistory"),
  "POST /characters/affiliation": {
    paths: ["/characters/affiliation"],
    bodies: [EVERYBODY],
    wrongBodies: [[2_112_999_999], [], "text", [1, 1]],
  },
  ...Object.fromEntries(
    ["attributes", "skills", "skillqueue", "location", "online", "ship", "wallet"].map((name) => [
      `GET /characters/{character_id}/${name}`,
      ofEverybody(`/${name}`),
    ]),
  ),
  "GET /characters/{character_id}/assets": {
    paths: [
      ...ofEverybody("/assets").paths,
      `/characters/${ids.MAGPIE_OLLERTON_ID}/assets?page=500`,
    ],
    wrong: [
      ...ofEverybody("/assets").wrong,
      ...["501", "0", "two"].map(
        (page) => `/characters/${ids.MAGPIE_OLLERTON_ID}/assets?page=${page}`,
      ),
    ],
  },
  "GET /characters/{character_id}/access-lists": ofEverybody("/access-lists"),
  "GET /characters/{character_id}/access-lists/{access_list_id}": {
    paths: [`/characters/${ids.AURELIA_VOSS_ID}/access-lists/1`],
    wrong: [ids.AURELIA_VOSS_ID, ids.PIP_MARLOWE_ID].map(
      (id) => `/characters/${id}/access-lists/2`,
    ),
  },
  "GET /characters/{character_id}/notifications": {
    paths: [ids.AURELIA_VOSS_ID, ids.PIP_MARLOWE_ID].map((id) => `/characters/${id}/notifications`),
    wrong: ofEverybody("/notifications").wrong,
  },
  "GET /characters/{character_id}/roles": {
    paths: [ids.AURELIA_VOSS_ID, ids.JUNO_CASTELLAN_ID, ids.OSKAR_WREN_ID].map(
      (id) => `/characters/${id}/roles`,
    ),
    wrong: [`/characters/${ids.PIP_MARLOWE_ID}/roles`, ...ofEverybody("/roles").wrong],
  },
  "GET /characters/{character_id}/titles": ofEverybody("/titles"),
  "GET /characters/{character_id}/fleet": {
    paths: [ids.AURELIA_VOSS_ID, ids.TOVI_RENN_ID].map((id) => `/characters/${id}/fleet`),
    wrong: [ids.PIP_MARLOWE_ID, 2_112_999_999].map((id) => `/characters/${id}/fleet`),
  },
  "GET /fleets/{fleet_id}/members": {
    paths: [`/fleets/${FIRST_FLEET_ID}/members`],
    wrong: ["1", "mine"].map((id) => `/fleets/${id}/members`),
  },
  "GET /universe/systems/{system_id}": {
    paths: ["/universe/systems/30000142", "/universe/systems/31001593"],
    wrong: ["/universe/systems/1"],
  },
  "GET /universe/stations/{station_id}": {
    paths: ["/universe/stations/60003760"],
    wrong: ["/universe/stations/1"],
  },
  "GET /universe/structures/{structure_id}": {
    paths: [`/universe/structures/${ids.MERIDIAN_ANCHORAGE_ID}`],
    wrong: [ids.WATCHTOWER_ID, ids.SEALED_VAULT_ID, 1_040_000_000_000].map(
      (id) => `/universe/structures/${id}`,
    ),
  },
  "GET /universe/types/{type_id}": {
    paths: ["/universe/types/587"],
    wrong: ["/universe/types/999999999"],
  },
  "GET /markets/prices": { paths: ["/markets/prices"] },
  "GET /corporations/{corporation_id}": {
    paths: [ids.SABLE_MERIDIAN_ID, ids.QUIET_ENGINES_ID, ids.SCIENCE_AND_TRADE_INSTITUTE_ID].map(
      (id) => `/corporations/${id}`,
    ),
    wrong: ["/corporations/98999999"],
  },
  ...Object.fromEntries(
    [
      "members",
      "membertracking",
      "divisions",
      "wallets",
      "assets",
      "structures",
      "orders",
      "contracts",
      "killmails/recent",
      "roles",
      "roles/history",
      "titles",
      "members/titles",
      "contacts",
    ].map((name) => [
      `GET /corporations/{corporation_id}/${name}`,
      {
        paths: [`/corporations/${ids.SABLE_MERIDIAN_ID}/${name}`],
        wrong: [ids.LANTERN_WORKS_ID, 98_999_999].map((id) => `/corporations/${id}/${name}`),
      },
    ]),
  ),
  "GET /killmails/{killmail_id}/{killmail_hash}": {
    paths: [killmailPath(0), killmailPath(13)],
    wrong: [`/killmails/1/${"0".repeat(40)}`, killmailPath(0).replace(/.$/, "x")],
  },
  "GET /corporations/{corporation_id}/wallets/{division}/journal": {
    paths: [1, 2, 7].map(
      (division) => `/corporations/${ids.SABLE_MERIDIAN_ID}/wallets/${division}/journal`,
    ),
    wrong: ["8/journal", "1/journal?page=999"].map(
      (rest) => `/corporations/${ids.SABLE_MERIDIAN_ID}/wallets/${rest}`,
    ),
  },
  "GET /corporations/{corporation_id}/icons": {
    paths: [`/corporations/${ids.SABLE_MERIDIAN_ID}/icons`],
    wrong: ["/corporations/98999999/icons"],
  },
  "GET /alliances/{alliance_id}": {
    paths: [`/alliances/${ids.NULL_CONCORD_ID}`],
    wrong: ["/alliances/99999999"],
  },
  "GET /alliances/{alliance_id}/contacts": {
    paths: [`/alliances/${ids.NULL_CONCORD_ID}/contacts`],
    wrong: [ids.LONG_WATCH_ID, 99_999_999].map((id) => `/alliances/${id}/contacts`),
  },
  "GET /alliances/{alliance_id}/icons": {
    paths: [`/alliances/${ids.NULL_CONCORD_ID}/icons`],
    wrong: ["/alliances/99999999/icons"],
  },
  "POST /universe/names": {
    paths: ["/universe/names"],
    bodies: [
      [
        ids.AURELIA_VOSS_ID,
        ids.SABLE_MERIDIAN_ID,
        ids.NULL_CONCORD_ID,
        30_000_142,
        60_003_760,
        587,
      ],
    ],
    wrongBodies: [[ids.AURELIA_VOSS_ID, 1_035_000_000_001], []],
  },
  "POST /universe/ids": {
    paths: ["/universe/ids"],
    bodies: [
      ["Mira Tal", "sable meridian", "Null Concord", "Jita", "Rifter"],
      ["Nobody of that name"],
    ],
    wrongBodies: [[]],
  },
};

type AskInit = { token?: string | undefined; headers?: Record<string, string>; body?: unknown };

/** Calls a route and checks the body against CCP's document, whatever the status. */
async function ask(eden: Eden, method: string, path: string, { token, headers, body }: AskInit) {
  const response = await eden.esi(path, {
    method,
    ...(token !== undefined && { token }),
    ...(headers && { headers }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { route } = findRoute(method, path.split("?")[0] ?? "") ?? {};
  const responses = route?.operation.responses ?? {};
  const answer = responses[String(response.status)] ?? responses["default"];
  const validate = validator(answer?.content?.["application/json"].schema ?? { not: {} });
  const text = await response.text();
  if (!validate(JSON.parse(text))) {
    const problem = JSON.stringify(validate.errors);
    throw new Error(`${method} ${path} answered ${response.status} ${text}: ${problem}`);
  }
  return response.status;
}

/** A title, a change of roles, a fleet, an access list and contacts, so that no list is empty. */
async function fillAccess({ control }: Eden) {
  await control.setTitles(ids.AURELIA_VOSS_ID, [1, 4]);
  await control.setRoles(ids.AURELIA_VOSS_ID, ["Director", "Accountant"]);
  await control.formFleet(ids.AURELIA_VOSS_ID, { join: [ids.TOVI_RENN_ID] });
  await control.setAccessList({
    id: 1,
    name: "Home staging",
    allowsEveryone: false,
    characters: [{ id: ids.AURELIA_VOSS_ID, access: "Admin" }],
    corporations: [{ id: ids.SABLE_MERIDIAN_ID, access: "Allowed" }],
    alliances: [{ id: ids.LONG_WATCH_ID, access: "Blocked" }],
  });
  for (const ownerId of [ids.SABLE_MERIDIAN_ID, ids.NULL_CONCORD_ID]) {
    await control.setContact({ ownerId, id: ids.PIP_MARLOWE_ID, type: "character", standing: 5 });
    await control.setContact({ ownerId, id: ids.LONG_WATCH_ID, type: "alliance", standing: -10 });
  }
}

async function tokenFor(eden: Eden, path: string, scopes: string[]) {
  if (scopes.length === 0) return undefined;
  const characterId = Number(/^\/characters\/(\d+)/.exec(path)?.[1] ?? ids.AURELIA_VOSS_ID);
  if (!eden.world.pilots.has(characterId)) return undefined;
  return (await eden.control.grant(characterId, scopes)).accessToken;
}

const scopesOf = (key: string) =>
  ROUTES.find((route) => route.key === key)?.operation.security?.flatMap((one) => one.OAuth2) ?? [];

const PRIVATE = Object.entries(EXAMPLES).filter(([key]) => scopesOf(key).length > 0);

test("exactly the routes of the document are simulated, each with an example", () => {
  const documented = ROUTES.map(({ key }) => key).toSorted();
  expect(Object.keys(HANDLERS).toSorted()).toEqual(documented);
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(documented);
});

test.each(Object.entries(EXAMPLES))(
  "the response of %s matches CCP's document",
  async (key, example) => {
    const eden = openEden();
    await fillAccess(eden);
    const [method = ""] = key.split(" ");
    const bodies = example.bodies ?? [undefined];
    const statuses: number[] = [];
    for (const path of example.paths) {
      const token = await tokenFor(eden, path, scopesOf(key));
      for (const body of bodies) statuses.push(await ask(eden, method, path, { token, body }));
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
  },
);

test.each(Object.entries(EXAMPLES))(
  "the errors of %s match CCP's document",
  async (key, example) => {
    const eden = openEden();
    const [method = ""] = key.split(" ");
    const [path = ""] = example.paths;
    const body = example.bodies?.[0];
    for (const wrong of example.wrong ?? []) {
      const token = await tokenFor(eden, wrong, scopesOf(key));
      expect(await ask(eden, method, wrong, { token, body })).toBeGreaterThanOrEqual(400);
    }
    for (const wrongBody of example.wrongBodies ?? []) {
      expect(await ask(eden, method, path, { body: wrongBody })).toBeGreaterThanOrEqual(400);
    }
    const noAgent = { "User-Agent": "" };
    expect(await ask(eden, method, path, { body, headers: noAgent })).toBe(400);
    const oldDate = { "X-Compatibility-Date": "2019-01-01" };
    expect(await ask(eden, method, path, { body, headers: oldDate })).toBe(400);
    for (const kind of [
      "server_error",
      "unavailable",
      "gateway_timeout",
      "error_limited",
    ] as const) {
      await eden.control.addFault({ service: "esi", kind, times: 1 });
      expect(await ask(eden, method, path, { body })).toBeGreaterThanOrEqual(420);
    }
  },
);

test.each(PRIVATE)("%s needs its scope", async (key, { paths, bodies }) => {
  const eden = openEden();
  const [method = ""] = key.split(" ");
  const [path = ""] = paths;
  const status = (token?: string) => ask(eden, method, path, { token, body: bodies?.[0] });
  expect(await status()).toBe(401);
  expect(await status("garbled")).toBe(401);
  expect(await status(await tokenFor(eden, path, ["publicData"]))).toBe(403);
});
