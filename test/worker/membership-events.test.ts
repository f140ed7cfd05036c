import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { definitionOf } from "#shared/events/kinds.ts";
import type { KindWith } from "#shared/events/kinds.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { membershipAt } from "#worker/pilots/past/memberships.ts";
import { buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCategory,
  buildCode,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import { DAY, endsOf } from "#test/support/people/end-builders.ts";
import {
  evaluateAll,
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { startWithSuspensions } from "#test/support/people/suspension-builders.ts";
import { add, appoint, dismiss, remove, setEnd, transfer } from "#test/support/undo/undo-scene.ts";

const { muster, admin } = await startWithSuspensions();
const { minuteAfter } = endsOf(muster);
const category = await buildCategory(muster);
const { DB } = muster.env;

// What really happens to memberships, in the order of the log.
await DB.prepare("create table seen (what text, groupId text, userId text)").run();
for (const [what, row] of [
  ["insert", "new"],
  ["delete", "old"],
]) {
  await DB.prepare(
    `create trigger seen_${what} after ${what} on group_members begin
      insert into seen values ('${what}', ${row}.group_id, ${row}.user_id); end`,
  ).run();
}

type Scene = { owner: BuiltUser; pilot: BuiltUser; group: { id: string } };
type Act = (scene: Scene) => Promise<unknown>;

const join: Act = ({ pilot, group: { id } }) =>
  pilot.api.groups[":id"].join.$post({ param: { id } });
const approve: Act = async ({ owner, pilot, group }) => {
  const id = await buildRequest(muster, group, pilot);
  return owner.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
};

/** Each kind of event that begins or ends a membership or changes a role, by the acts that record it. */
const ACTS: Record<KindWith<"wayIn"> | KindWith<"endsMembership"> | KindWith<"role">, Act[]> = {
  // By the scene itself.
  group_created: [async () => {}],
  member_joined: [join],
  member_added: [
    ({ group, pilot }) => add(admin, group, pilot),
    ({ group: { id } }) =>
      admin.api.groups[":id"]["emergency-access"].$post({
        param: { id },
        json: { role: "admin", hours: 4, reason: "The owner is away, and the fleet forms up" },
      }),
  ],
  request_approved: [approve],
  invitation_accepted: [
    async ({ owner, pilot, group }) => {
      const id = await buildInvitation(muster, group, pilot, owner);
      return pilot.api.groups.invitations[":id"].accept.$post({ param: { id } });
    },
  ],
  code_redeemed: [
    async ({ owner, pilot, group }) => {
      await buildCode(muster, group, owner, { code: "ABCDE01234" });
      return pilot.api.groups["invite-codes"].redeem.$post({ json: { code: "ABCDE01234" } });
    },
  ],
  // `move-in.test.ts` replays what a move has recorded.
  member_moved_in: [],
  member_left: [
    async (scene) => {
      await join(scene);
      const { pilot, group } = scene;
      return pilot.api.groups[":id"].leave.$post({ param: { id: group.id } });
    },
    async (scene) => {
      await join(scene);
      return scene.pilot.api.account.$delete({ json: { name: scene.pilot.mainCharacterName } });
    },
  ],
  member_removed: [
    async (scene) => {
      await join(scene);
      return remove(scene.owner, scene.group, scene.pilot);
    },
    async (scene) => {
      await join(scene);
      const { pilot, group } = scene;
      return admin.api.admin.pilots.bulk.$post({
        json: { action: "remove", groupId: group.id, userIds: [pilot.userId] },
      });
    },
    // By its end.
    async (scene) => {
      await join(scene);
      await setEnd(scene.owner, scene.group, scene.pilot, 1);
      return minuteAfter(2 * DAY);
    },
    // By a rule, when EVE has told it again after the grace period.
    async (scene) => {
      await join(scene);
      const { pilot, group } = scene;
      const leaveAlliance = async () => {
        await setAlliance(muster, pilot, pilot.mainCharacterId, 99_000_002, new Date());
        await evaluateAll(muster);
      };
      const rule = ruleOf(inAlliance("main", 99_000_001), { graceDays: 1 });
      expect((await saveRule(admin, group.id, rule)).status).toBe(200);
      await leaveAlliance();
      return muster.later(2 * DAY, leaveAlliance);
    },
  ],
  approval_undone: [
    async (scene) => {
      await approve(scene);
      const { owner, pilot, group } = scene;
      return owner.api.groups[":id"]["join-requests"].undo.$post({
        param: { id: group.id },
        json: { userId: pilot.userId },
      });
    },
  ],
  admin_appointed: [
    async (scene) => {
      await join(scene);
      return appoint(scene.owner, scene.group, scene.pilot);
    },
  ],
  admin_dismissed: [
    async (scene) => {
      await join(scene);
      await appoint(scene.owner, scene.group, scene.pilot);
      return dismiss(scene.owner, scene.group, scene.pilot);
    },
  ],
  ownership_transferred: [
    async (scene) => {
      await join(scene);
      return transfer(scene.owner, scene.group, scene.pilot);
    },
  ],
};

async function buildScene(): Promise<Scene> {
  const [owner, pilot] = await buildUsers(muster, 2);
  const answer = await owner.api.groups.$post({
    json: {
      name: `Wing ${crypto.randomUUID()}`,
      categoryId: category.id,
      visibility: "public",
      joinMode: "open",
    },
  });
  return { owner, pilot, group: await answer.json() };
}

const cases = Object.entries(ACTS).flatMap(([kind, acts]) =>
  acts.map((act, index) => [kind, index + 1, act] as const),
);

test.for(cases)(
  "what %s says of a membership is what happened to it (act %i)",
  async ([kind, , act]) => {
    const scene = await buildScene();
    await act(scene);
    const { group } = scene;
    const events = await muster.context.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.groupId, group.id))
      .orderBy(auditEvents.id);
    expect(events.map((event) => event.kind)).toContain(kind);

    // Each membership that began or ended has one event that says so, and an event that says so has its membership.
    const { results: seen } = await DB.prepare(
      "select what, userId from seen where groupId = ? order by rowid",
    )
      .bind(group.id)
      .all();
    const said = events.flatMap(({ kind, subjectId: userId }) => {
      const { wayIn, endsMembership } = definitionOf(kind);
      if (wayIn !== undefined) return [{ what: "insert", userId }];
      return endsMembership ? [{ what: "delete", userId }] : [];
    });
    expect(said).toEqual(seen);

    // Replayed, the log tells who is a member, and as what.
    const members = await muster.context.db
      .select()
      .from(groupMembers)
      .where(eq(groupMembers.groupId, group.id));
    for (const userId of new Set(seen.map((row) => String(row["userId"])))) {
      const replayed = membershipAt(
        events
          .filter(({ subjectId, kind }) => {
            const { wayIn, endsMembership, role } = definitionOf(kind);
            return subjectId === userId && (wayIn ?? endsMembership ?? role) !== undefined;
          })
          .map(({ id, kind, createdAt, detail }) => ({
            id,
            kind,
            at: createdAt.getTime(),
            role: detail.role ?? null,
          })),
        events.filter(
          ({ kind, subjectId }) => kind === "ownership_transferred" && subjectId !== userId,
        ),
        "~",
      );
      const member = members.find((row) => row.userId === userId);
      expect(replayed?.role).toBe(member?.role);
    }
  },
);
