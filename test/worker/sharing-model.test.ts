import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "#shared/time.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, joinRequests } from "#worker/db/schema/groups.ts";
import { requestAnswers } from "#worker/db/schema/groups/forms.ts";
import { cleanUp } from "#worker/housekeeping.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { formOf, setBalance } from "#test/support/people/sharing-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

const muster = await startMuster();
const { db } = muster.context;

const KINDS = [
  "share",
  "share_main",
  "stop",
  "approve",
  "reject",
  "undo",
  "withdraw",
  "suspend",
  "lift",
  "unlink",
  "link",
  "wait",
  "leave_reviewers",
  "join_reviewers",
  "other_reviewers",
  "clean_up",
] as const;
const step = fc.record({
  kind: fc.constantFrom(...KINDS, "wait", "share"),
  days: fc.constantFrom(1, 6, 8, 15, 31),
});
const story = fc.record({
  shareDays: fc.constantFrom(0, 1, 7, 14),
  steps: fc.array(step, { minLength: 3, maxLength: 10 }),
});

/** What a person would say who follows the story with pen and paper. */
type Model = {
  status: "pending" | "approved" | "rejected" | "withdrawn";
  /** Days since the request, and since its decision. */
  age: number;
  decidedFor: number;
  canUndo: boolean;
  shared: Set<"main" | "alt">;
  isSuspended: boolean;
  isAltLinked: boolean;
  isRecruiter: boolean;
  /** The reviewing group, and the one that the pilot was told of. */
  readers: string;
  told: string;
};

function visible(model: Model, shareDays: number): Set<"main" | "alt"> {
  const isOpen =
    model.status === "pending" || (model.status === "approved" && model.decidedFor < shareDays);
  return isOpen && model.age < 30 && !model.isSuspended ? model.shared : new Set();
}

test("whatever happens, no value is visible after its end, and each look is told", async () => {
  const owner = await buildUser(muster);
  await fc.assert(
    fc.asyncProperty(story, async ({ shareDays, steps }) => {
      const [recruiter, other, pilot] = await Promise.all([
        buildUser(muster),
        buildUser(muster),
        buildUser(muster, { alts: [`Alt ${Math.random().toString(36).slice(2)}`] }),
      ]);
      const [main = 0, alt = 0] = pilot.characterIds;
      await setBalance(muster, main, 1);
      const group = await buildGroup(muster, { owner, joinMode: "approval" });
      const recruiters = await buildGroup(muster, { owner, members: [recruiter] });
      const others = await buildGroup(muster, { owner, members: [other] });
      const param = { id: group.id };
      const form = formOf({ sections: ["wallet"], shareDays });
      const save = (version: number | null, reviewerGroupId: string) =>
        owner.api.groups[":id"].form.$put({ param, json: { version, form, reviewerGroupId } });
      await save(null, recruiters.id);
      const sharing = (who: readonly ("main" | "alt")[], reviewerGroupId: string) => ({
        reviewerGroupId,
        sections:
          who.length === 0
            ? []
            : [
                {
                  section: "wallet" as const,
                  characterIds: who.map((one) => (one === "main" ? main : alt)),
                },
              ],
      });
      const asked = await pilot.api.groups[":id"]["join-requests"].$post({
        param,
        json: {
          form: { version: 1, answers: {}, sharing: sharing(["main", "alt"], recruiters.id) },
        },
      });
      const { id } = await asked.json();
      const request = (who: BuiltUser) => who.api.groups["join-requests"][":id"];
      const model: Model = {
        status: "pending",
        age: 0,
        decidedFor: 0,
        canUndo: false,
        shared: new Set(["main", "alt"]),
        isSuspended: false,
        isAltLinked: true,
        isRecruiter: true,
        readers: recruiters.id,
        told: recruiters.id,
      };
      let looks = 0;

      /** What time does to everything that Muster has stored. */
      const wait = async (days: number) => {
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
          .where(eq(auditEvents.subjectId, pilot.userId));
      };
      const share = async (who: readonly ("main" | "alt")[]) => {
        if (model.isSuspended) return;
        const json = sharing(who, model.readers);
        const { status } = await request(pilot).sharing.$put({ param: { id }, json });
        const isOver =
          model.age >= 30 ||
          !(
            model.status === "pending" ||
            (model.status === "approved" && model.decidedFor < shareDays)
          );
        const isForgotten = model.status === "withdrawn";
        expect(status).toBe(
          who.length > 0 && (isOver || isForgotten) ? (isForgotten ? 400 : 409) : 204,
        );
        if (status !== 204) return;
        const own = who.filter((one) => one === "main" || model.isAltLinked);
        if (model.status !== "pending") {
          model.shared = new Set(own.filter((one) => model.shared.has(one)));
        } else if (who.length === 0) model.shared = new Set();
        else {
          model.shared = new Set(own);
          model.told = model.readers;
        }
      };
      const decide = async (decision: "approve" | "reject") => {
        if (decision === "approve" && model.isSuspended) return;
        const answer =
          decision === "approve"
            ? await request(owner).approve.$post({ param: { id } })
            : await request(owner).reject.$post({ param: { id }, json: {} });
        expect(answer.status).toBe(model.status === "pending" ? 204 : 409);
        if (model.status !== "pending") return;
        model.status = decision === "approve" ? "approved" : "rejected";
        model.decidedFor = 0;
        model.canUndo = true;
        if (decision === "reject" || shareDays === 0) model.shared = new Set();
      };
      const act = {
        share: () => share(["main", "alt"]),
        share_main: () => share(["main"]),
        stop: () => share([]),
        approve: () => decide("approve"),
        reject: () => decide("reject"),
        undo: async () => {
          if (!model.canUndo) return;
          const undo = owner.api.groups[":id"]["join-requests"].undo;
          const { done } = await (await undo.$post({ param, json: { ids: [id] } })).json();
          expect(done).toEqual([id]);
          model.status = "pending";
          model.canUndo = false;
        },
        withdraw: async () => {
          if (model.isSuspended || model.status !== "pending") return;
          await request(pilot).withdraw.$post({ param: { id } });
          model.status = "withdrawn";
          model.shared = new Set();
        },
        suspend: async () => {
          const suspendedUntil = new Date(Date.now() + 1000 * DAY_MS);
          await db.update(users).set({ suspendedUntil }).where(eq(users.id, pilot.userId));
          model.isSuspended = true;
        },
        lift: async () => {
          await db.update(users).set({ suspendedUntil: null }).where(eq(users.id, pilot.userId));
          model.isSuspended = false;
        },
        unlink: async () => {
          await db.update(characters).set({ userId: null }).where(eq(characters.id, alt));
          model.isAltLinked = false;
          model.shared = new Set([...model.shared].filter((one) => one !== "alt"));
        },
        link: async () => {
          await db.update(characters).set({ userId: pilot.userId }).where(eq(characters.id, alt));
          model.isAltLinked = true;
        },
        wait: async (days: number) => {
          await wait(days);
          model.age += days;
          model.decidedFor += days;
          model.canUndo = false;
        },
        leave_reviewers: async () => {
          await db
            .delete(groupMembers)
            .where(
              and(
                eq(groupMembers.groupId, recruiters.id),
                eq(groupMembers.userId, recruiter.userId),
              ),
            );
          model.isRecruiter = false;
        },
        join_reviewers: async () => {
          await db
            .insert(groupMembers)
            .values({
              groupId: recruiters.id,
              userId: recruiter.userId,
              role: "member",
              joinedAt: new Date(),
            })
            .onConflictDoNothing();
          model.isRecruiter = true;
        },
        other_reviewers: async () => {
          model.readers = model.readers === recruiters.id ? others.id : recruiters.id;
          await save(1, model.readers);
        },
        clean_up: async () => {
          await cleanUp(muster.context);
          if (visible({ ...model, isSuspended: false }, shareDays).size === 0)
            model.shared = new Set();
        },
      } satisfies Record<(typeof KINDS)[number], (days: number) => Promise<unknown>>;

      for (const { kind, days } of steps) {
        await act[kind](days);
        const shown = visible(model, shareDays);
        const mayRead = new Map([
          [owner, true],
          [
            recruiter,
            model.isRecruiter && model.readers === recruiters.id && model.told === recruiters.id,
          ],
          [other, model.readers === others.id && model.told === others.id],
        ]);
        for (const [who, may] of mayRead) {
          const answer = await request(who).look.$post({
            param: { id },
            json: { section: "wallet" },
          });
          const isSeen = may && shown.size > 0;
          const ids = [...shown].map((one) => (one === "main" ? main : alt));
          const seen =
            answer.status === 200
              ? (await answer.json()).characters.map(({ characterId }) => characterId)
              : answer.status;
          expect([kind, Array.isArray(seen) ? new Set(seen) : seen]).toEqual([
            kind,
            isSeen ? new Set(ids) : 404,
          ]);
          looks += isSeen ? 1 : 0;
        }
      }
      await act.lift();
      const own = await (await request(pilot).own.$get({ param: { id } })).json();
      expect(own.history.filter((one) => one.kind === "sharing_viewed")).toHaveLength(looks);
    }),
    { numRuns: 30, seed: 45 },
  );
}, 180_000);
