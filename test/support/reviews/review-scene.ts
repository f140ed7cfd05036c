import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { StartReview } from "#shared/groups/reviews.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";

export const START: StartReview = { silence: "keep", days: 14 };

/** An owner of groups with members to review, an administrator, and what they do. */
export async function openReviewScene(muster: Muster) {
  const { db } = muster.context;
  const admin = await buildAdministrator(muster);
  const owner = await buildUser(muster, { name: "Mira Tal" });

  /** A group whose members joined a while ago. */
  async function groupOf(members: BuiltUser[], given: { name?: string } = {}) {
    const group = await buildGroup(muster, { owner, members, ...given });
    await db
      .update(groupMembers)
      .set({ joinedAt: new Date(Date.now() - 1000) })
      .where(eq(groupMembers.groupId, group.id));
    return group;
  }

  const param = ({ id }: { id: string }) => ({ param: { id } });

  async function read(group: { id: string }, as = owner) {
    const answer = await as.api.groups[":id"].review.$get({ ...param(group), query: {} });
    expect(answer.status).toBe(200);
    return answer.json();
  }

  const start = (group: { id: string }, json = START) =>
    owner.api.groups[":id"].review.$post({ ...param(group), json });

  async function openedOf(group: { id: string }, json = START) {
    expect((await start(group, json)).status).toBe(204);
    const { open } = await read(group);
    if (open === null) throw new Error("A review is open.");
    return open;
  }

  const decide = (
    group: { id: string },
    reviewId: string,
    verdict: "keep" | "remove" | null,
    ...members: { userId: string }[]
  ) =>
    owner.api.groups[":id"].review.decisions.$put({
      ...param(group),
      json: { reviewId, decisions: members.map(({ userId }) => ({ userId, verdict })) },
    });

  const finish = (group: { id: string }, reviewId: string, keep: number, remove: number) =>
    owner.api.groups[":id"].review.finish.$post({
      ...param(group),
      json: { reviewId, keep, remove },
    });

  const membersOf = async (group: { id: string }) =>
    (await db.select().from(groupMembers).where(eq(groupMembers.groupId, group.id))).map(
      ({ userId }) => userId,
    );

  const eventsOf = async (group: { id: string }) =>
    (await db.select().from(auditEvents).where(eq(auditEvents.groupId, group.id))).map(
      ({ kind, actorKind, detail }) => ({ kind, actorKind, detail }),
    );

  return {
    admin,
    owner,
    groupOf,
    read,
    start,
    openedOf,
    decide,
    finish,
    membersOf,
    eventsOf,
    param,
  };
}
