import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { requestAnswers, requestShares } from "#worker/db/schema/group-forms.ts";
import { watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { allianceAuthExport } from "#test/support/move-in/alliance-auth-export.ts";
import { FORM_KEYS } from "#test/support/move-in/found-vetting.ts";
import { moveIn } from "#test/support/move-in/move.ts";
import { generateCommunity } from "#test/support/move-in/old-community.ts";
import { truthOf } from "#test/support/move-in/truth.ts";
import { vettingTruthOf } from "#test/support/move-in/vetting-truth.ts";
import { buildToken, buildUser, prepareSignIn } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { setBalance } from "#test/support/people/sharing-builders.ts";
import { watchEntry } from "#test/support/vetting/watch-entry.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { idOf } from "#worker/ops/move-in/plan/community.ts";

const muster = await startMuster();
const { db } = muster.context;
const old = generateCommunity({ users: 40, seed: 2, firstCharacterId: 2_124_000_000 });
const truth = vettingTruthOf(old, "alliance-auth");
const move = {
  system: "alliance-auth",
  id: "vetting",
  startedAt: new Date("2026-11-22T18:00:00.123Z"),
} as const;
const owner = await buildUser(muster, { name: "Importer", characterId: AURELIA_VOSS_ID });
await buildToken(muster, owner.mainCharacterId);

/** A pilot whom Muster knows already, and whom the old system blacklists; and one whom Muster watches for a reason of its own. */
const known = await buildUser(muster, { name: "Known Before" });
const watched = [
  { eveId: known.mainCharacterId, name: "Known Before" },
  { eveId: 2_199_000_001, name: "Watched Here" },
];
for (const { eveId, name } of watched) {
  const note = { category: "character", isRefused: true, reason: "Theirs.", comments: [] };
  old.vetting.watched.push({ ...note, key: eveId, eveId, name });
}
await owner.api.watchlist.$post({
  json: watchEntry({ eveId: 2_199_000_001, name: "Watched Here", reason: "Ours." }),
});
const { report } = await moveIn(muster, {
  ...move,
  ownerId: owner.userId,
  chunks: allianceAuthExport(old),
});

const groupId = idOf(move, "group", FORM_KEYS["alliance-auth"](1));
const [request] = await db
  .select({ id: joinRequests.id, userId: joinRequests.userId })
  .from(joinRequests)
  .innerJoin(requestAnswers, eq(requestAnswers.requestId, joinRequests.id))
  .where(eq(joinRequests.groupId, groupId));
const { id = "", userId = "" } = request ?? {};

test("an import shares nothing: reviewers read answers and notes, and no section of a sheet", async () => {
  const page = owner.api.groups["join-requests"][":id"];
  const shown = await (await page.$get({ param: { id } })).json();
  expect(shown.answered?.form).toMatchObject({ sections: [], questions: { length: 5 } });
  expect(shown.reviewer).toMatchObject({ sections: [], sharedUntil: null });
  expect(await db.$count(requestShares)).toBe(0);
  const reviewer = await buildUser(muster);
  const recruiters = await buildGroup(muster, { owner, members: [reviewer] });
  const { form, version } = await (
    await owner.api.groups[":id"].form.$get({ param: { id: groupId } })
  ).json();
  const asked = { version, form: form && { ...form, sections: ["wallet" as const] } };
  await owner.api.groups[":id"].form.$put({
    param: { id: groupId },
    json: { ...asked, reviewerGroupId: recruiters.id },
  });
  const characters = [...truthOf(old).pilots.values()].flatMap((pilot) => pilot.characters);
  for (const character of characters) await setBalance(muster, character, 1);
  for (const who of [owner, reviewer]) {
    const look = await who.api.groups["join-requests"][":id"].look.$post({
      param: { id },
      json: { section: "wallet" },
    });
    expect(look.status).toBe(404);
  }
});

test("what happens to a request after the move is in its history, for its pilot too", async () => {
  await owner.api.groups["join-requests"][":id"].talks.$put({
    param: { id },
    json: { inTalks: true, assigneeId: owner.userId },
  });
  const [pilot] = await db.select().from(users).where(eq(users.id, userId));
  const session = await prepareSignIn(userId, pilot?.mainCharacterId ?? 0);
  await db.insert(sessions).values(session.row);
  const own = muster.client(session.token).groups["join-requests"][":id"].own;
  const answer = await own.$get({ param: { id } });
  expect(await answer.json()).toMatchObject({
    status: "pending",
    inTalks: true,
    shared: [],
    history: [
      { kind: "request_handled", movedFrom: null },
      {
        kind: "request_moved_in",
        byName: null,
        movedFrom: "Alliance Auth",
        at: expect.stringMatching(/^2026-/),
      },
    ],
  });
});

test("the blacklist finds whom it names, and leaves entries that Muster has", async () => {
  const entries = await db.select().from(watchEntries);
  expect(entries).toHaveLength(truth.watched.size + 2);
  const ours = entries.find(({ eveId }) => eveId === 2_199_000_001);
  expect(ours).toMatchObject({ level: "watch", reason: "Ours." });
  const hits = await db.select().from(watchHits);
  const linked = new Set([...truthOf(old).pilots.values()].flatMap(({ characters }) => characters));
  const expected = [...truth.watched.keys()]
    .map((key) => Number(key.split(" ")[1]))
    .filter((eveId) => linked.has(eveId));
  expect(expected.length).toBeGreaterThan(1);
  expect(hits.map(({ characterId }) => characterId).toSorted((a, b) => a - b)).toEqual(
    [...expected, known.mainCharacterId].toSorted((a, b) => a - b),
  );
  const told = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.kind, "watch_list_imported"));
  expect(told).toMatchObject([
    { actorKind: "deployer", detail: { count: truth.watched.size + 1 }, requestId: "vetting" },
  ]);
  expect(report).toContainEqual({
    outcome: "merged",
    what: "watchlist",
    name: "Watched Here",
    place: expect.stringContaining("blacklist.evenote"),
    reason: "The watchlist has it already, and keeps its own reason.",
  });
});
