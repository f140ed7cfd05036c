import { expect, test } from "vitest";
import * as z from "zod/mini";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import type { Eden } from "#test/support/new-eden/open-eden.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { ESI_SCOPES } from "./esi/document.ts";
import * as ids from "./ids.ts";

const queueSchema = z.array(
  z.object({
    skill_id: z.number(),
    finished_level: z.number(),
    queue_position: z.number(),
    start_date: z.optional(z.string()),
    finish_date: z.optional(z.string()),
    level_start_sp: z.number(),
    level_end_sp: z.number(),
  }),
);
const assetsSchema = z.array(
  z.looseObject({
    item_id: z.number(),
    location_id: z.number(),
    location_type: z.string(),
    is_singleton: z.boolean(),
    quantity: z.number(),
    is_blueprint_copy: z.optional(z.boolean()),
  }),
);
const skillsSchema = z.looseObject({
  total_sp: z.number(),
  skills: z.array(
    z.looseObject({
      skill_id: z.number(),
      trained_skill_level: z.number(),
      skillpoints_in_skill: z.number(),
    }),
  ),
});
const rolesSchema = z.object({ roles: z.array(z.string()) });
const historySchema = z.array(z.object({ corporation_id: z.number() }));
const errorSchema = z.object({ error: z.optional(z.string()) });

/** Calls a route with a token of the pilot that has all scopes. */
async function read<Schema extends z.ZodMiniType>(
  { control, esi }: Eden,
  characterId: number,
  route: string,
  schema: Schema,
) {
  const { accessToken } = await control.grant(characterId, ESI_SCOPES);
  const response = await esi(`/characters/${characterId}/${route}`, { token: accessToken });
  return readJson(response, schema);
}

const queueOf = (eden: Eden, id: number) => read(eden, id, "skillqueue", queueSchema);
const skillsOf = (eden: Eden, id: number) => read(eden, id, "skills", skillsSchema);

/** Gunnery: rank 1, trained by perception and willpower. */
const GUNNERY = 3_300;
const ATTRIBUTES = { charisma: 20, intelligence: 20, memory: 20, perception: 24, willpower: 20 };

test("skill points follow EVE's formula", async () => {
  const eden = openEden();
  const pilot = await eden.control.createPilot({ queue: "empty" });
  await eden.control.setSheet(pilot.id, {
    attributes: ATTRIBUTES,
    queue: [1, 2, 3, 4, 5].map((level) => ({ skillId: GUNNERY, level })),
  });
  const queue = await queueOf(eden, pilot.id);
  expect(queue.map(({ level_end_sp }) => level_end_sp)).toEqual([250, 1415, 8000, 45_255, 256_000]);
  // 24 + 20 / 2 points a minute.
  const [first] = queue;
  const seconds =
    (Date.parse(first?.finish_date ?? "") - Date.parse(first?.start_date ?? "")) / 1000;
  expect(seconds).toBe(Math.ceil((250 / 34) * 60));
});

test("levels are trained one after another, and the first has begun", async () => {
  const eden = openEden();
  const queue = await queueOf(eden, ids.KESTREL_ANSGAR_ID);
  expect(queue.length).toBeGreaterThan(4);
  const [first] = queue;
  expect(Date.parse(first?.start_date ?? "")).toBeLessThan(Date.now());
  expect(Date.parse(first?.finish_date ?? "")).toBeGreaterThan(Date.now());
  expect(queue.slice(1).map(({ start_date }) => start_date)).toEqual(
    queue.slice(0, -1).map(({ finish_date }) => finish_date),
  );
  expect(queue.map(({ queue_position }) => queue_position)).toEqual(queue.map((_, index) => index));
});

test("a finished level becomes a skill at the pilot's next login", async () => {
  const eden = openEden();
  const pilot = await eden.control.createPilot({ queue: "empty" });
  const queue = [
    { skillId: GUNNERY, level: 1 },
    { skillId: GUNNERY, level: 2 },
  ];
  await eden.control.setSheet(pilot.id, {
    attributes: ATTRIBUTES,
    skills: [],
    unallocatedPoints: 5,
    queue,
    online: false,
  });
  await eden.control.advanceClock(8 * 60);
  expect(await skillsOf(eden, pilot.id)).toMatchObject({ total_sp: 0, skills: [] });
  expect(await queueOf(eden, pilot.id)).toHaveLength(2);

  await eden.control.setSheet(pilot.id, { online: true });
  expect(await skillsOf(eden, pilot.id)).toEqual({
    total_sp: 250,
    unallocated_sp: 5,
    skills: [
      {
        skill_id: GUNNERY,
        trained_skill_level: 1,
        active_skill_level: 1,
        skillpoints_in_skill: 250,
      },
    ],
  });
  expect(await queueOf(eden, pilot.id)).toHaveLength(1);
});

test("the queue of an absent pilot has finished levels that the skills lack", async () => {
  const eden = openEden();
  const queue = await queueOf(eden, ids.NYX_HALLORAN_ID);
  const finished = queue.filter(({ finish_date }) => Date.parse(finish_date ?? "") < Date.now());
  expect(finished).toHaveLength(3);
  const { skills } = await skillsOf(eden, ids.NYX_HALLORAN_ID);
  const levels = new Map(skills.map((skill) => [skill.skill_id, skill.trained_skill_level]));
  expect(finished.map((entry) => levels.get(entry.skill_id))).toEqual(
    finished.map(({ finished_level }) => finished_level - 1),
  );
});

test("a paused queue has no dates, and an empty one no entries", async () => {
  const eden = openEden();
  const paused = await queueOf(eden, ids.TOVI_RENN_ID);
  expect(paused.length).toBeGreaterThan(0);
  expect(paused.some((entry) => "start_date" in entry || "finish_date" in entry)).toBe(false);
  expect(await queueOf(eden, ids.IDRIS_VALE_ID)).toEqual([]);
});

test("half a million assets come in five hundred pages of one date", async () => {
  const eden = openEden();
  const { accessToken } = await eden.control.grant(ids.MAGPIE_OLLERTON_ID, ESI_SCOPES);
  const page = async (number: number) => {
    const path = `/characters/${ids.MAGPIE_OLLERTON_ID}/assets?page=${number}`;
    const response = await eden.esi(path, { token: accessToken });
    return { response, body: await response.json() };
  };
  const [first, last] = [await page(1), await page(500)];
  expect(first.response.headers.get("x-pages")).toBe("500");
  expect(last.body).toHaveLength(1_000);
  expect(last.response.headers.get("last-modified")).toBe(
    first.response.headers.get("last-modified"),
  );
  expect((await page(1)).response.headers.get("etag")).toBe(first.response.headers.get("etag"));
  const beyond = await page(501);
  expect(beyond.response.status).toBe(404);
  expect(beyond.body).toMatchObject({
    error: "Undefined 404 response. Original message: Requested page does not exist!",
  });
});

test("assets are in stations, ships and containers, and some blueprints are copies", async () => {
  const eden = openEden();
  const assets = await read(eden, ids.MIRA_TAL_ID, "assets", assetsSchema);
  const known = new Set(assets.map(({ item_id }) => item_id));
  expect(known.size).toBe(assets.length);
  const inside = assets.filter(({ location_type }) => location_type === "item");
  expect(inside.length).toBeGreaterThan(0);
  expect(inside.every(({ location_id }) => known.has(location_id))).toBe(true);
  const copies = assets.filter(({ is_blueprint_copy }) => is_blueprint_copy);
  expect(copies.length).toBeGreaterThan(0);
  expect(copies.every((copy) => copy.is_singleton && copy.quantity === 1)).toBe(true);
});

test("touching the assets changes them", async () => {
  const eden = openEden();
  const before = await read(eden, ids.MIRA_TAL_ID, "assets", assetsSchema);
  await eden.control.setSheet(ids.MIRA_TAL_ID, { touchAssets: true, assetCount: before.length });
  expect(await read(eden, ids.MIRA_TAL_ID, "assets", assetsSchema)).not.toEqual(before);
});

test("a wallet is a bare number, and can be set", async () => {
  const eden = openEden();
  expect(await read(eden, ids.MIRA_TAL_ID, "wallet", z.number())).toBeTypeOf("number");
  await eden.control.setSheet(ids.MIRA_TAL_ID, { balance: 12.34 });
  expect(await read(eden, ids.MIRA_TAL_ID, "wallet", z.number())).toBe(12.34);
});

test("a missing scope is named, and another pilot's token is refused", async () => {
  const { control, esi } = openEden();
  const { accessToken } = await control.grant(ids.MIRA_TAL_ID, ["esi-skills.read_skills.v1"]);
  const refusal = async (path: string) => {
    const response = await esi(path, { token: accessToken });
    return [response.status, (await readJson(response, errorSchema)).error];
  };
  expect(await refusal(`/characters/${ids.MIRA_TAL_ID}/wallet`)).toEqual([
    403,
    "token is not valid for scope(s): esi-wallet.read_character_wallet.v1",
  ]);
  expect(await refusal(`/characters/${ids.TOVI_RENN_ID}/skills`)).toEqual([403, "Forbidden"]);
});

test("ESI refuses forged and expired tokens", async () => {
  const { control, esi } = openEden();
  const path = `/characters/${ids.MIRA_TAL_ID}/skills`;
  const ask = async (token: string) => {
    const response = await esi(path, { token });
    return [response.status, (await readJson(response, errorSchema)).error];
  };
  const invalid = [401, "Unauthorized - Invalid token"];
  for (const kind of ["token_wrong_key", "token_alg_none", "token_unknown_kid"] as const) {
    await control.addFault({ service: "sso", kind, times: 1 });
    expect(await ask((await control.grant(ids.MIRA_TAL_ID, ESI_SCOPES)).accessToken)).toEqual(
      invalid,
    );
  }
  const { accessToken } = await control.grant(ids.MIRA_TAL_ID, ESI_SCOPES);
  expect(await ask(accessToken)).toEqual([200, undefined]);
  await control.advanceClock(1_201);
  expect(await ask(accessToken)).toEqual(invalid);
  expect((await esi(path)).status).toBe(401);
});

test("each pilot has its own rate limit tokens", async () => {
  const { control, esi } = openEden();
  const remaining = async (id: number) => {
    const { accessToken } = await control.grant(id, ESI_SCOPES);
    const response = await esi(`/characters/${id}/wallet`, { token: accessToken });
    return response.headers.get("x-ratelimit-remaining");
  };
  expect(await remaining(ids.MIRA_TAL_ID)).toBe("148");
  expect(await remaining(ids.TOVI_RENN_ID)).toBe("148");
  expect(await remaining(ids.MIRA_TAL_ID)).toBe("146");
});

test("a structure is visible only to pilots who may dock, also from the cache", async () => {
  const { control, esi } = openEden();
  const ask = async (characterId: number) => {
    const { accessToken } = await control.grant(characterId, ESI_SCOPES);
    const path = `/universe/structures/${ids.MERIDIAN_ANCHORAGE_ID}`;
    return (await esi(path, { token: accessToken })).json();
  };
  expect(await ask(ids.AURELIA_VOSS_ID)).toMatchObject({ name: "Perimeter - Meridian Anchorage" });
  expect(await ask(ids.YAROSLAVA_ID)).toEqual({ error: "Forbidden" });
});

test("the roles of a pilot change with the corporation", async () => {
  const eden = openEden();
  const rolesOf = async () => (await read(eden, ids.MIRA_TAL_ID, "roles", rolesSchema)).roles;
  expect(await rolesOf()).toEqual(["Director"]);
  await eden.control.setRoles(ids.MIRA_TAL_ID, ["Accountant"]);
  expect(await rolesOf()).toEqual(["Accountant"]);
  await eden.control.leaveCorporation(ids.MIRA_TAL_ID, ids.QUIET_ENGINES_ID);
  expect(await rolesOf()).toEqual([]);
  const history = await read(eden, ids.MIRA_TAL_ID, "corporationhistory", historySchema);
  expect(history[0]?.corporation_id).toBe(ids.QUIET_ENGINES_ID);
});
