import { accountEventSchema } from "#shared/characters.ts";
import { eq, isNotNull, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { decryptToken } from "#worker/auth/tokens/encrypted-tokens.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { groupMembers, joinRequests } from "#worker/db/schema/groups.ts";
import { groupForms, requestNotes } from "#worker/db/schema/group-forms.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import { idOf } from "#worker/ops/move-in/plan/community.ts";
import type { System } from "#worker/ops/move-in/plan/community.ts";
import { rowsOf } from "#worker/ops/move-in/plan-words.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { selectMoves, undoStatements } from "#worker/ops/move-in/move-store.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { dice } from "#test/new-eden/dice.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildUser, buildToken } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { share } from "#test/support/workerd/share.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import type { IssuedGrant } from "#test/support/new-eden/new-eden.ts";
import * as z from "zod/mini";
import { readJson } from "#test/support/answers/read-json.ts";
import { allianceAuthExport } from "#test/support/move-in/alliance-auth-export.ts";
import { moveIn } from "#test/support/move-in/move.ts";
import { generateCommunity } from "#test/support/move-in/old-community.ts";
import type { OldCommunity } from "#test/support/move-in/old-community.ts";
import { asDump, asJsonLines, neucoreRows, seatRows } from "#test/support/move-in/table-export.ts";
import { truthOf } from "#test/support/move-in/truth.ts";
import { vettingIn } from "#test/support/move-in/found-vetting.ts";
import { vettingTruthOf } from "#test/support/move-in/vetting-truth.ts";

const listSchema = z.object({ items: z.array(z.unknown()) });
const noticesSchema = z.object({ notices: z.array(accountEventSchema) });

const whoCanSchema = z.object({
  items: z.array(z.object({ role: z.string(), wayIn: z.object({ kind: z.string() }) })),
});

async function asAdministrator(muster: Muster) {
  const { sessionToken } = await buildUser(muster, { characterId: AURELIA_VOSS_ID });
  return (path: string) =>
    muster.send(`/api${path}`, { headers: { authorization: `Bearer ${sessionToken}` } });
}

const SIGNING_IN = share(100, 30);

const startedAt = new Date("2026-11-22T18:00:00.123Z");

const EXPORTS = {
  "alliance-auth": { write: allianceAuthExport, keyOf: (key: number) => `#${key}` },
  seat: { write: (old: OldCommunity) => asJsonLines(seatRows(old)), keyOf: String },
  neucore: { write: (old: OldCommunity) => asDump(neucoreRows(old)), keyOf: String },
} as const;

/** Where everything stands in the database, in the words of the generator. */
async function foundIn(
  { context }: Muster,
  { id: moveId, system }: { id: string; system: System },
  { groups: old }: OldCommunity,
) {
  const { keyOf: oldKey } = EXPORTS[system];
  const { db, config } = context;
  const keyOf = new Map(old.map(({ key }) => [idOf({ id: moveId }, "group", oldKey(key)), key]));
  const [linked, accounts, members, requests, discord, tokens] = await Promise.all([
    db.select().from(characters).where(isNotNull(characters.userId)),
    db.select().from(users).where(eq(users.createdAt, startedAt)),
    db.select().from(groupMembers),
    db.select().from(joinRequests),
    db.select().from(discordAccounts),
    db.select().from(eveTokens),
  ]);
  const of = <Row extends { userId: string | null }>(rows: Row[], id: string) =>
    rows.filter(({ userId }) => userId === id);
  const pilots = new Map(
    accounts.map(({ id, mainCharacterId, suspendedUntil }) => {
      const own = of(linked, id)
        .map((character) => character.id)
        .toSorted((a, b) => a - b);
      const expected = {
        main: mainCharacterId,
        characters: own,
        isSuspended: suspendedUntil !== null,
        discordId: of(discord, id)[0]?.discordId ?? null,
        roles: new Map(
          of(members, id)
            .flatMap(({ groupId, role }) => {
              const key = keyOf.get(groupId);
              return key === undefined ? [] : [[key, role] as const];
            })
            .toSorted(([a], [b]) => a - b),
        ),
        requests: of(requests, id)
          // Applications: compared with forms and answers.
          .flatMap(({ groupId }) => keyOf.get(groupId) ?? [])
          .toSorted((a, b) => a - b),
      };
      return [own[0] ?? 0, expected];
    }),
  );
  const moved = new Set(
    linked.filter((one) => one.linkedAt?.getTime() === startedAt.getTime()).map(({ id }) => id),
  );
  const decrypted = await Promise.all(
    tokens
      .filter(({ characterId }) => moved.has(characterId))
      .map(
        async ({ characterId, refreshToken }) =>
          [characterId, await decryptToken(config, refreshToken, characterId)] as const,
      ),
  );
  return { pilots, tokens: new Map(decrypted) };
}

async function owner(muster: Muster) {
  const user = await buildUser(muster, { name: "Importer" });
  await buildToken(muster, user.mainCharacterId);
  return user.userId;
}

/** One of each system, and all in the night. */
const SEEDS = [
  ["alliance-auth", 1],
  ["seat", 4],
  ["neucore", 6],
  ["alliance-auth", 2],
  ["alliance-auth", 3],
  ["seat", 5],
  ["neucore", 7],
] as const;

test.for(SEEDS.slice(0, share(SEEDS.length, 3)))(
  "%s: everything stands where the generator says (seed %i)",
  async ([system, seed]) => {
    const muster = await startMuster();
    const { db } = muster.context;
    const firstCharacterId = 2_121_000_000 + seed * 10_000;
    const old = generateCommunity({ users: 40, seed, firstCharacterId });
    const given = { system, ownerId: await owner(muster), id: `move-${seed}`, startedAt };
    muster.costs.reset();
    const { plan, report } = await moveIn(muster, { ...given, chunks: EXPORTS[system].write(old) });
    // What the command says before it writes, with indexes and triggers.
    expect(Math.abs(rowsOf(plan) / muster.costs.rowsWritten - 1)).toBeLessThan(0.1);
    const truth = truthOf(old, { hasInactive: system !== "neucore" });
    expect(truth.tokens.size).toBeGreaterThan(30);
    expect(await foundIn(muster, given, old)).toEqual(truth);
    const vetting = vettingTruthOf(old, system);
    expect(vetting.requests.size > 3).toBe(system !== "neucore");
    expect(await vettingIn(muster, given, old)).toEqual(vetting);
    expect(report.filter(({ outcome }) => outcome === "refused").length).toBeGreaterThan(0);
    await undo(muster, given.id);
    expect(await foundIn(muster, given, old)).toEqual({ pilots: new Map(), tokens: new Map() });
    expect(
      await Promise.all([groupForms, requestNotes, watchEntries].map((table) => db.$count(table))),
    ).toEqual([0, 0, 0]);
  },
);

async function undo(muster: Muster, id: string) {
  await runBatch(muster.context.db, undoStatements({ id, startedAt }, new Date()));
}

class Killed extends Error {}

/** Dies at a batch, before or after it was executed. */
function dyingDatabase(db: Database, roll: () => number): Database {
  let left = Math.floor(roll() * 5);
  return {
    ...db,
    send: async (queries) => {
      left -= 1;
      if (left >= 0) return db.send(queries);
      if (roll() < 0.5) await db.send(queries);
      throw new Killed();
    },
  };
}

test("a move that is killed at any batch and run again ends the same, and a second run changes nothing", async () => {
  const muster = await startMuster();
  const old = generateCommunity({ users: 30, seed: 7, firstCharacterId: 2_122_000_000 });
  const ownerId = await owner(muster);
  const given = { system: "alliance-auth", ownerId, id: "killed", startedAt } as const;
  const roll = dice(5);
  const attempt = (db?: Database) =>
    moveIn(muster, { ...given, chunks: allianceAuthExport(old) }, db);
  const { db } = muster.context;
  const isApplied = async () => (await run(db, selectMoves())).at(-1)?.state === "applied";
  let kills = 0;
  while (!(await isApplied())) {
    const error = await attempt(dyingDatabase(db, roll)).catch((reason: unknown) => reason);
    if (error instanceof Killed) kills += 1;
  }
  expect(kills).toBeGreaterThan(3);
  expect(await foundIn(muster, given, old)).toEqual(truthOf(old));
  expect(await vettingIn(muster, given, old)).toEqual(vettingTruthOf(old, "alliance-auth"));

  const events = await db.select().from(auditEvents).where(eq(auditEvents.requestId, given.id));
  const told = events.map(({ kind, subjectId, groupId }) => `${kind} ${subjectId} ${groupId}`);
  expect(new Set(told).size).toBe(told.length);
  expect(events.filter(({ kind }) => kind === "account_moved_in").length).toBe(
    truthOf(old).pilots.size,
  );
  const members = await db.select().from(groupMembers);
  const joined = events.filter(({ kind }) => kind === "member_moved_in");
  expect(
    joined
      .map(({ groupId, subjectId, detail }) => [groupId, subjectId, detail.role].join())
      .toSorted(),
  ).toEqual(members.map(({ groupId, userId, role }) => [groupId, userId, role].join()).toSorted());
  const groupId = members.find(({ role }) => role === "admin")?.groupId;
  const { items } = await readJson(
    await (
      await asAdministrator(muster)
    )(`/groups/${groupId}/who-can`),
    whoCanSchema,
  );
  expect(items.map(({ role, wayIn }) => `${role} ${wayIn.kind}`).toSorted()).toEqual(
    members
      .filter((one) => one.groupId === groupId)
      .map(({ role }) => `${role} moved`)
      .toSorted(),
  );
  await expect(attempt()).rejects.toThrow("The batch was undone");
  expect(
    await db.select().from(auditEvents).where(ne(auditEvents.kind, "community_move_undone")),
  ).toHaveLength(events.length);
  await undo(muster, given.id);
});

test(`${SIGNING_IN} pilots sign in with any character, find what moved, and their old tokens are refreshed`, async () => {
  const muster = await startMuster();
  const newEden = newEdenControl(muster.newEdenBase);
  await newEden.setSso({ rotatesRefreshTokens: true });
  const size = { users: SIGNING_IN + 30, seed: 3, firstCharacterId: 2_123_000_000 };
  const known = new Map<number, IssuedGrant>();
  for (const { characters: own } of generateCommunity(size).users) {
    for (const { id, name, scopes } of own) {
      await newEden.createPilot({ id, name });
      known.set(id, await newEden.grant(id, scopes));
    }
  }
  const old = generateCommunity(size, (id) => known.get(id));
  const truth = truthOf(old);
  const given = {
    system: "alliance-auth",
    ownerId: await owner(muster),
    id: "signs",
    startedAt,
  } as const;
  await moveIn(muster, { ...given, chunks: allianceAuthExport(old) });

  const pilots = [...truth.pilots.values()];
  const states = await Promise.all(
    pilots
      .flatMap(({ characters: own, isSuspended }) => own.map((id) => ({ id, isSuspended })))
      .filter(({ id }) => truth.tokens.has(id))
      .map(async ({ id, isSuspended }) => ({
        expected: isSuspended ? "unknown" : "ok",
        state: (await getAccessToken(muster.context, id)).state,
      })),
  );
  expect(states.length).toBeGreaterThan(SIGNING_IN);
  for (const { state, expected } of states) expect(state).toBe(expected);

  const sampled = pilots.filter(({ isSuspended }) => !isSuspended).slice(0, SIGNING_IN);
  expect(sampled).toHaveLength(SIGNING_IN);
  for (const [nth, { main, characters: own, roles }] of sampled.entries()) {
    const browser = openBrowser(muster);
    expect(await browser.logIn(own[nth % own.length] ?? 0)).toMatchObject({
      requiresClaimMain: false,
    });
    const { user } = await browser.session();
    expect(user?.mainCharacterId).toBe(main);
    expect(
      user?.characters.map(({ characterId }) => characterId).toSorted((a, b) => a - b),
    ).toEqual(own);
    const mine = await readJson(await browser.send("/groups/my-groups"), listSchema);
    const shown = old.groups.filter(
      ({ key, kind }) => roles.has(key) && (kind !== "internal" || roles.get(key) === "admin"),
    );
    expect(mine.items).toHaveLength(shown.length);
    const { notices } = await readJson(await browser.send("/characters"), noticesSchema);
    expect(notices).toMatchObject([
      {
        kind: "account_moved_in",
        moved: { from: "Alliance Auth", characters: own.length, groups: shown.length },
      },
    ]);
  }
  await expect(undo(muster, given.id)).rejects.toThrow("The batch was undone");
});
