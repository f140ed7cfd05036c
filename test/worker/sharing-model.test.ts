import { and, eq, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { DAY_MS } from "#shared/time.ts";
import { fetchIn } from "#test/support/workerd/fetch-in.ts";
import { cleanUp, runCronJob } from "#worker/app/cron-jobs.ts";
import { releaseCharacter } from "#worker/auth/accounts/character-ownership.ts";
import { offerMerge } from "#worker/auth/accounts/merge-offers.ts";
import { runBatch } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, joinRequests } from "#worker/db/schema/groups.ts";
import { requestAnswers } from "#worker/db/schema/group-forms.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { formOf, setBalance } from "#test/support/people/sharing-builders.ts";
import {
  actOf,
  ACTS,
  AT_FIRST,
  isLocked,
  mayLook,
  visible,
} from "#test/support/vetting/sharing-model.ts";
import type { ActName, Group, Which } from "#test/support/vetting/sharing-model.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { share } from "#test/support/workerd/share.ts";
import { runQueue } from "#test/support/workerd/traces.ts";

const muster = await startMuster();
const { db } = muster.context;

const step = fc.record({
  kind: fc.constantFrom<ActName>(...keysOf(ACTS), "wait", "share", "merge", "approve"),
  days: fc.constantFrom(1, 6, 8, 15, 31),
  /** The call dies after so many calls of its own, and is sent again. */
  kill: fc.option(fc.constantFrom(1, 2, 3, 4, 5), { nil: null }),
});
const story = fc.record({
  shareDays: fc.constantFrom(0, 1, 7, 14),
  steps: fc.array(step, { minLength: 3, maxLength: 10 }),
});

const shownSchema = z.object({ characters: z.array(z.object({ characterId: z.number() })) });

type Story = {
  shareDays: number;
  steps: { kind: ActName; days: number; kill: number | null }[];
};

function plot(shareDays: number, kinds: readonly ActName[]): [Story] {
  return [{ shareDays, steps: kinds.map((kind) => ({ kind, days: 8, kill: null })) }];
}

/** Rules that few random stories reach: each is broken or kept while values are visible. */
const PLOTS = [
  plot(7, ["share_main", "share", "unlink", "link", "share", "stop", "share", "wait", "wait"]),
  plot(7, ["leave_reviewers", "join_reviewers", "other_reviewers", "other_reviewers", "withdraw"]),
  plot(7, ["reject", "undo", "share", "approve", "suspend", "lift", "share_main", "wait"]),
  plot(14, ["approve", "sell_alt", "stop"]),
  plot(14, ["sell_main", "share", "stop"]),
];

type Call = { who: BuiltUser; method: string; path: string; json?: object };

/** Sends a request to an environment of its own. */
async function send({ who, method, path, json }: Call, env: Env = muster.env) {
  const request = new Request(`https://muster.test/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${who.sessionToken}`,
      "content-type": "application/json",
      cookie: proofCookie(who.proof),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  return fetchIn(env, request);
}

async function sendAndKill(call: Call, after: number) {
  const life = killAfter(muster.env, after);
  await Promise.race([life.died, send(call, life.env)]);
  life.restore();
}

const owner = await buildUser(muster);

async function arrange(shareDays: number) {
  const alts = [`Alt ${Math.random().toString(36).slice(2)}`];
  const [recruiter, other, first, second, third, buyer] = await Promise.all([
    buildUser(muster),
    buildUser(muster),
    buildUser(muster, { alts }),
    buildUser(muster),
    buildUser(muster),
    buildUser(muster),
  ]);
  const [main = 0, alt = 0] = first.characterIds;
  await setBalance(muster, main, 1);
  const group = await buildGroup(muster, { owner, joinMode: "approval" });
  const groups = {
    recruiters: await buildGroup(muster, { owner, members: [recruiter] }),
    others: await buildGroup(muster, { owner, members: [other] }),
  };
  const form = formOf({ sections: ["wallet"], shareDays });
  const save = (version: number | null, readers: Group) => ({
    who: owner,
    method: "PUT",
    path: `/groups/${group.id}/form`,
    json: { version, form, reviewerGroupId: groups[readers].id },
  });
  await send(save(null, "recruiters"));
  const idOf = { main, alt };
  const sharing = (who: readonly Which[], readers: Group) => ({
    reviewerGroupId: groups[readers].id,
    sections:
      who.length === 0
        ? []
        : [{ section: "wallet" as const, characterIds: who.map((one) => idOf[one]) }],
  });
  const asked = await first.api.groups[":id"]["join-requests"].$post({
    param: { id: group.id },
    json: { form: { version: 1, answers: {}, sharing: sharing(["main", "alt"], "recruiters") } },
  });
  const { id } = await asked.json();
  return { recruiter, other, first, second, third, buyer, group, groups, idOf, sharing, save, id };
}

/** The merge of one account into another that both have agreed to, but for the last word. */
async function prepareMerge(into: BuiltUser, from: BuiltUser): Promise<Call> {
  const id = await offerMerge(
    db,
    { intoId: into.userId, fromId: from.userId },
    {
      characterId: from.mainCharacterId,
      name: from.mainCharacterName,
      ownerHash: `owner-of-${from.userId}`,
    },
  );
  const path = `/account/merges/${id}`;
  const digestOf = async (who: BuiltUser) => {
    const shown = await who.api.account.merges[":id"].$get({ param: { id: id ?? "" } });
    return shown.json();
  };
  const { digest, needsConsent } = await digestOf(into);
  const confirm = { who: into, method: "POST", path: `${path}/confirm`, json: { digest } };
  if (!needsConsent) return confirm;
  expect((await send(confirm)).status).toBe(200);
  const agreed = await digestOf(from);
  return { who: from, method: "POST", path: `${path}/accept`, json: { digest: agreed.digest } };
}

function isOneOf(kind: ActName, possible: unknown[], found: unknown) {
  expect([kind, possible]).toEqual([kind, expect.arrayContaining([found])]);
}

/** Plays a story, and looks after each step with the eyes of everybody who may or might. */
async function tell({ shareDays, steps }: Story) {
  const scene = await arrange(shareDays);
  const { recruiter, other, group, groups, idOf, id } = scene;
  const people = { owner, recruiter, other };
  let model = AT_FIRST;
  // A merge whose call died moves the events to the other account later.
  const accounts = [scene.first.userId, scene.second.userId];
  const pilot = () => (model.account === "first" ? scene.first : scene.second);
  const ofRequest = (who: BuiltUser, path: string, method = "POST", json?: object): Call => ({
    who,
    method,
    path: `/groups/join-requests/${id}/${path}`,
    ...(json && { json }),
  });
  const share = (who: readonly Which[]) =>
    ofRequest(pilot(), "sharing", "PUT", scene.sharing(who, model.readers));
  const look = (who: BuiltUser) => ofRequest(who, "look", "POST", { section: "wallet" });
  const erasure = (who: BuiltUser): Call => ({
    who,
    method: "DELETE",
    path: "/account",
    json: { name: who.mainCharacterName },
  });
  const calls: { [Name in ActName]?: () => Call | Promise<Call> } = {
    share: () => share(["main", "alt"]),
    share_main: () => share(["main"]),
    stop: () => share([]),
    approve: () => ofRequest(owner, "approve"),
    reject: () => ofRequest(owner, "reject", "POST", {}),
    withdraw: () => ofRequest(pilot(), "withdraw"),
    undo: () => ({
      who: owner,
      method: "POST",
      path: `/groups/${group.id}/join-requests/undo`,
      json: { ids: [id] },
    }),
    unlink: () => ({
      who: pilot(),
      method: "DELETE",
      path: `/auth/characters/${idOf.alt}`,
    }),
    other_reviewers: () => scene.save(1, model.readers === "recruiters" ? "others" : "recruiters"),
    absorb: () => prepareMerge(scene.first, scene.third),
    merge: () => prepareMerge(scene.second, scene.first),
    erase: () => erasure(pilot()),
    erase_recruiter: () => erasure(recruiter),
  };
  const sell = async (which: Which) => {
    const { userId } = pilot();
    const sold = { id: idOf[which], ownerHash: `owner-of-${scene.first.userId}` };
    await runBatch(db, releaseCharacter(muster.context, "character_sold", userId, sold));
    await db
      .update(characters)
      .set({ userId: scene.buyer.userId, ownerHash: "buyer", linkedAt: new Date() })
      .where(eq(characters.id, idOf[which]));
  };
  const suspend = (suspendedUntil: Date | null) =>
    db.update(users).set({ suspendedUntil }).where(eq(users.id, pilot().userId));
  const membership = and(
    eq(groupMembers.groupId, groups.recruiters.id),
    eq(groupMembers.userId, recruiter.userId),
  );
  /** What is no call of a person of the story, or what time does to everything that Muster has stored. */
  const others: { [Name in ActName]?: (days: number, kill: number) => Promise<unknown> } = {
    suspend: () => suspend(new Date(Date.now() + 1000 * DAY_MS)),
    lift: () => suspend(null),
    link: () =>
      db
        .update(characters)
        .set({ userId: pilot().userId, linkedAt: new Date() })
        .where(eq(characters.id, idOf.alt)),
    sell_alt: () => sell("alt"),
    sell_main: () => sell("main"),
    wait: async (days) => {
      const ms = days * DAY_MS;
      await db
        .update(joinRequests)
        .set({
          createdAt: sql`${joinRequests.createdAt} - ${ms}`,
          decidedAt: sql`${joinRequests.decidedAt} - ${ms}`,
        })
        .where(eq(joinRequests.id, id));
      await db
        .update(requestAnswers)
        .set({ shareUntil: sql`${requestAnswers.shareUntil} - ${ms}` })
        .where(eq(requestAnswers.requestId, id));
      await db
        .update(auditEvents)
        .set({ createdAt: sql`${auditEvents.createdAt} - ${ms}` })
        .where(inArray(auditEvents.subjectId, accounts));
    },
    leave_reviewers: () => db.delete(groupMembers).where(membership),
    join_reviewers: () =>
      db
        .insert(groupMembers)
        .values({
          groupId: groups.recruiters.id,
          userId: recruiter.userId,
          role: "member",
          joinedAt: new Date(),
        })
        .onConflictDoNothing(),
    clean_up: () => cleanUp(muster.context),
    look: (_days, kill) => sendAndKill(look(owner), kill),
  };

  /** The characters that a look of this person shows; none is a refusal. */
  const seenBy = async (who: BuiltUser): Promise<Set<Which> | number> => {
    const answer = await send(look(who));
    if (answer.status !== 200) return answer.status;
    const shown = await readJson(answer, shownSchema);
    const ids = new Set(shown.characters.map(({ characterId }) => characterId));
    return new Set(keysOf(idOf).filter((which) => ids.has(idOf[which])));
  };
  let [looks, deadLooks] = [0, 0];

  for (const { kind, days, kill } of steps) {
    const { may = () => true, next, statusOf } = actOf(kind);
    if (!may(model)) continue;
    const before = visible(model, shareDays);
    const after = next(model, { shareDays, days });
    const call = await calls[kind]?.();
    if (call !== undefined && kill !== null) {
      await sendAndKill(call, kill);
      const seen = await seenBy(owner);
      const possible = [before, visible(after, shareDays)].map((set) => (set.size ? set : 404));
      isOneOf(kind, possible, seen);
      looks += typeof seen === "number" ? 0 : 1;
    }
    if (call !== undefined) {
      const { status } = await send(call);
      const expected = kill === null ? statusOf?.(model, shareDays) : status;
      isOneOf(kind, [expected], status);
      await runQueue(muster);
    }
    await others[kind]?.(days, kill ?? 3);
    if (kind === "look") deadLooks += 1;
    model = after;

    const shown = visible(model, shareDays);
    const readers = mayLook(model);
    for (const name of keysOf(people)) {
      const isSeen = readers[name] && shown.size > 0;
      const refusal = name === "recruiter" && model.isRecruiterErased ? 401 : 404;
      expect([kind, name, await seenBy(people[name])]).toEqual([
        kind,
        name,
        isSeen ? shown : refusal,
      ]);
      looks += isSeen ? 1 : 0;
    }
  }
  if (model.isErased || isLocked(model)) return;
  await suspend(null);
  // The queue may have lost the work of an erasure: the hourly job begins it again.
  await runCronJob(muster.context, "account-erasure");
  await runQueue(muster);
  const own = await pilot().api.groups["join-requests"][":id"].own.$get({ param: { id } });
  const { history } = await own.json();
  const told = history.filter((one) => one.kind === "sharing_viewed").length;
  expect(told).toBeGreaterThanOrEqual(looks);
  expect(told).toBeLessThanOrEqual(looks + deadLooks);
}

test("whatever happens, no value is visible after its end, and each look is told", async () => {
  await fc.assert(fc.asyncProperty(story, tell), {
    numRuns: share(120, 15),
    examples: PLOTS,
  });
});
