import { expect, test } from "vitest";
import { LONG_WATCH_ID, NULL_CONCORD_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { hasTitle } from "#test/support/requirements/condition-builders.ts";
import {
  authorizeAgain,
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import { scopesToRequest } from "#worker/esi/scopes.ts";

const world = await startAdministered();
const { muster, admin } = world;
const newEden = newEdenControl(muster.newEdenBase);
const user = await buildUser(muster);

const search = async (kind: "corporation" | "alliance" | "pilot", q: string) =>
  (await (await user.api.requirements.search.$get({ query: { kind, q } })).json()).items;

const titlesOf = async (id: number) =>
  (await admin.api.requirements.titles.$get({ query: { corporationId: String(id) } })).json();

test("a whole name that Muster does not know is found in EVE, in any case, once", async () => {
  expect(await search("alliance", "null concord")).toEqual([
    { id: NULL_CONCORD_ID, name: "Null Concord", ticker: null },
  ]);
  expect(await search("corporation", "Null Concord")).toEqual([]);
  await newEden.clearRequests();
  expect(await search("alliance", "Null Concord")).toHaveLength(1);
  expect(await newEden.requests({ path: /ids$/ })).toEqual([]);
  expect(await search("alliance", "Nobody at all")).toEqual([]);
});

test("a pilot is found in EVE by the whole name, and in the same way whether Muster knows them or not", async () => {
  const { pilot } = await linkPilot(muster, {
    name: "Known Here",
    corporationId: SABLE_MERIDIAN_ID,
  });
  const stranger = await newEden.createPilot({ name: "Known Nowhere" });
  expect(await search("pilot", "known here")).toEqual([
    { id: pilot.id, name: "Known Here", ticker: null },
  ]);
  expect(await search("pilot", "Known Nowhere")).toEqual([
    { id: stranger.id, name: "Known Nowhere", ticker: null },
  ]);
  expect(await search("pilot", "Known")).toEqual([]);
  expect(await search("corporation", "Known Nowhere")).toEqual([]);
});

test("known names are found by their beginning, and only those of the kind", async () => {
  const { refresh } = await linkPilot(muster, { corporationId: SABLE_MERIDIAN_ID });
  await refresh();
  expect(await search("corporation", "SABLE m")).toEqual([
    { id: SABLE_MERIDIAN_ID, name: "Sable Meridian", ticker: null },
  ]);
  expect(await search("alliance", "sable m")).toEqual([]);
  expect(await search("alliance", "null")).toMatchObject([{ id: NULL_CONCORD_ID }]);
});

test("managed corporations are found by a part of their name, and by their ticker", async () => {
  const { id, corporation } = await buildManaged(world, { name: "Ember Foundry" });
  const hit = { id, name: "Ember Foundry", ticker: corporation.ticker };
  expect(await search("corporation", "foundry")).toEqual([hit]);
  expect(await search("corporation", corporation.ticker.toLowerCase())).toEqual([hit]);
});

test("while EVE is away, known names are found, and the search says when there are none", async () => {
  await newEden.addFault({ service: "esi", kind: "server_error" });
  expect(await search("alliance", "null")).toMatchObject([{ id: NULL_CONCORD_ID }]);
  const query = { kind: "alliance", q: "The Long Watch" } as const;
  const response = await user.api.requirements.search.$get({ query });
  await newEden.clearFaults();
  expect(response.status).toBe(503);
  expect(await search("alliance", "The Long Watch")).toMatchObject([{ id: LONG_WATCH_ID }]);
});

test("titles of a managed corporation are read with a director, until a fetch has stored them", async () => {
  const corporation = await buildManaged(world, { name: "Ember Titles" });
  const { id } = corporation;
  expect(await titlesOf(id)).toEqual({
    titles: [],
    problem: "A director of Ember Titles has to grant director access again.",
  });
  const [director] = corporation.pilots;
  const scopes = scopesToRequest([], { forDirector: true });
  await authorizeAgain(muster, director?.pilot.id ?? 0, scopes);
  const titles = [
    { titleId: 1, name: "Fleet Commander" },
    { titleId: 2, name: "Quartermaster" },
    { titleId: 4, name: "Recruiter" },
  ];
  expect(await titlesOf(id)).toEqual({ titles, problem: null });

  const group = await buildGroup(muster, { owner: admin });
  await setRule(muster, group.id, hasTitle(id, 1));
  const drive = await driveQueue(muster);
  await corporation.fetch("requirements");
  await drive.drain();
  await newEden.clearRequests();
  expect(await titlesOf(id)).toEqual({ titles, problem: null });
  expect(await newEden.requests({ path: /titles$/ })).toEqual([]);
  drive.stop();
  // A rule shows the names of what it contains.
  const param = { id: group.id };
  const { names } = await (await admin.api.groups[":id"].requirements.$get({ param })).json();
  expect(names.eve).toEqual({ [id]: "Ember Titles" });
  expect(names.titles).toMatchObject({ [`${id}:1`]: "Fleet Commander" });
});

test("titles of a corporation that is not managed cannot be read", async () => {
  expect(await titlesOf(SABLE_MERIDIAN_ID)).toEqual({
    titles: [],
    problem: "Only titles of corporations that are managed here can be read.",
  });
});
