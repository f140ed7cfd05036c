import { Hono } from "hono";
import { DIVISIONS, getHoldings, memberIds } from "#test/new-eden/corporations/holdings.ts";
import type { Holdings, HoldingsList } from "#test/new-eden/corporations/holdings.ts";
import { fingerprint } from "#test/new-eden/fingerprint.ts";
import type { Fingerprint } from "#test/new-eden/fingerprint.ts";
import { corporationHandlers } from "#test/new-eden/esi/handlers/corporations.ts";
import { buildCorporation } from "#test/new-eden/people/organizations.ts";
import type { Corporation } from "#test/new-eden/people/organizations.ts";
import { shout } from "#test/new-eden/people/alarms.ts";
import type { Shout } from "#test/new-eden/people/alarms.ts";
import { now } from "#test/new-eden/world.ts";
import type { NewEdenApp, World } from "#test/new-eden/world.ts";

export type NewCorporation = Partial<Corporation>;

/** New sizes; an omitted list keeps its size. `journal` is the size for each of the seven divisions. */
export type HoldingsChange = Partial<
  Pick<
    Holdings,
    "strangers" | "hidesMembers" | "assets" | "structures" | "orders" | "contracts" | "killmails"
  >
> & {
  journal?: number;
  /** The contract of this number was accepted. */
  finishContract?: number;
  /** These lists get other items, and keep their length. */
  touch?: HoldingsList[];
};

const SIZED_LISTS = ["assets", "structures", "orders", "contracts", "killmails"] as const;

/** One count for all worlds: tests of one file share a database. */
let lastId = 98_800_000;

function createCorporation(world: World, seed: NewCorporation): Corporation {
  const id = seed.id ?? ++lastId;
  const corporation = buildCorporation({
    name: `Corporation ${id}`,
    ticker: `C${id % 10_000}`,
    description: "",
    ...seed,
    id,
  });
  world.corporations.set(id, corporation);
  return corporation;
}

/** Drops ESI's cached responses of the corporation, as if they had expired. */
function changeHoldings(world: World, corporation: Corporation, change: HoldingsChange) {
  const { journal, finishContract, touch = [], strangers, hidesMembers } = change;
  const holdings = getHoldings(world, corporation);
  const changed = new Set<HoldingsList>(touch);
  if (strangers !== undefined) {
    holdings.strangers = strangers;
    changed.add("members").add("tracking");
  }
  if (hidesMembers !== undefined) holdings.hidesMembers = hidesMembers;
  for (const list of SIZED_LISTS) {
    const size = change[list];
    if (size === undefined) continue;
    holdings[list] = size;
    changed.add(list);
  }
  if (journal !== undefined) {
    holdings.journal = DIVISIONS.map(() => journal);
    changed.add("journal");
  }
  if (finishContract !== undefined) {
    holdings.finishedContracts.add(finishContract);
    changed.add("contracts");
  }
  for (const list of touch) holdings.seeds[list] = (holdings.seeds[list] ?? 0) + 1;
  for (const list of changed) holdings.changedAt[list] = now(world);
  for (const [key, answer] of world.esi.cache) {
    if (key.startsWith(`/corporations/${corporation.id}`)) answer.expiresAt = 0;
  }
}

const LISTS = [
  "members",
  "membertracking",
  "divisions",
  "wallets",
  "assets",
  "structures",
  "orders",
  "contracts",
  "killmails/recent",
];

/** A fingerprint of ESI's response for every list of the corporation, over all pages. */
function fingerprints(world: World, { id }: Corporation): Record<string, Fingerprint> {
  const read = (route: string, ids: Record<string, number> = {}): Fingerprint => {
    const handler = corporationHandlers[`GET /corporations/{corporation_id}/${route}`];
    if (handler === undefined) throw new Error(`There is no route ${route}.`);
    let found: Fingerprint | undefined;
    let pages = 1;
    for (let page = 1; page <= pages; page++) {
      const call = { world, ids: { corporation_id: id, ...ids }, page, language: "en", body: [] };
      const answer = handler({ ...call, token: undefined });
      pages = answer.pages ?? 1;
      const items = Array.isArray(answer.body) ? answer.body : [answer.body];
      found = fingerprint(items, found);
    }
    return found ?? { count: 0, sum: 0 };
  };
  return Object.fromEntries([
    ...LISTS.map((route) => [route, read(route)]),
    ...DIVISIONS.map((division) => [
      `journal:${division}`,
      read("wallets/{division}/journal", { division }),
    ]),
  ]);
}

function find(world: World, id: string): Corporation {
  const corporation = world.corporations.get(Number(id));
  if (corporation === undefined) throw new Error(`No corporation has the id ${id}.`);
  return corporation;
}

export const corporationControlRoutes = new Hono<NewEdenApp>()
  .post("/", async (c) => c.json(createCorporation(c.env.world, await c.req.json()), 201))
  .post("/:id/holdings", async (c) => {
    const { world } = c.env;
    const corporation = find(world, c.req.param("id"));
    changeHoldings(world, corporation, await c.req.json<HoldingsChange>());
    return c.json({ members: memberIds(world, corporation).length });
  })
  .post("/:id/change", async (c) => {
    const { world } = c.env;
    const corporation = find(world, c.req.param("id"));
    world.esi.affiliations.clear();
    return c.json(Object.assign(corporation, await c.req.json<NewCorporation>()));
  })
  .post("/:id/shout", async (c) => {
    const corporation = find(c.env.world, c.req.param("id"));
    return c.json({ id: shout(c.env.world, corporation.id, await c.req.json<Shout>()) });
  })
  .get("/:id/fingerprints", (c) =>
    c.json(fingerprints(c.env.world, find(c.env.world, c.req.param("id")))),
  );
