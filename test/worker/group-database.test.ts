import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import {
  buildCategory,
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { groupCounts } from "#worker/db/schema/group-lists.ts";
import {
  categories,
  groupMembers,
  groups,
  inviteCodes,
  joinRequests,
} from "#worker/db/schema/groups.ts";

/** Constraints and counters of the database, which hold even if the code has a bug. */
const muster = await startMuster();
const { db } = muster.context;

async function build() {
  const [owner, member, tovi] = await Promise.all([
    buildUser(muster),
    buildUser(muster),
    buildUser(muster),
  ]);
  const category = await buildCategory(muster);
  const group = await buildGroup(muster, { owner, members: [member], category });
  return { owner, member, tovi, category, group };
}

const membershipOf = (groupId: string, userId: string) =>
  and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId));

/** The error with which D1 refused a statement; Drizzle puts it into the cause. */
async function refusalOf(statement: PromiseLike<unknown>): Promise<string> {
  try {
    await statement;
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  }
  return "It was not refused.";
}

test("an owner's membership cannot be deleted while the group exists", async () => {
  const { owner, group } = await build();
  const removal = db.delete(groupMembers).where(membershipOf(group.id, owner.userId));
  expect(await refusalOf(removal)).toContain("a group keeps its owner");
  await db.delete(groups).where(eq(groups.id, group.id));
  expect(await db.$count(groupMembers, eq(groupMembers.groupId, group.id))).toBe(0);
});

test("a group cannot have a second owner", async () => {
  const { member, group } = await build();
  const promote = db
    .update(groupMembers)
    .set({ role: "owner" })
    .where(membershipOf(group.id, member.userId));
  expect(await refusalOf(promote)).toContain("UNIQUE");
});

test("a user has at most one membership, one pending request and one pending invitation in a group", async () => {
  const { owner, member, tovi, group } = await build();
  const again = { groupId: group.id, userId: member.userId, role: "member" as const };
  const joined = db.insert(groupMembers).values({ ...again, joinedAt: new Date() });
  expect(await refusalOf(joined)).toContain("UNIQUE");
  await buildRequest(muster, group, tovi);
  expect(await refusalOf(buildRequest(muster, group, tovi))).toContain("UNIQUE");
  await buildInvitation(muster, group, tovi, owner);
  expect(await refusalOf(buildInvitation(muster, group, tovi, owner))).toContain("UNIQUE");
});

test("a code cannot be used more often than its limit", async () => {
  const { owner, group } = await build();
  const { id } = await buildCode(muster, group, owner, { useLimit: 1 });
  const use = (uses: number) => db.update(inviteCodes).set({ uses }).where(eq(inviteCodes.id, id));
  await use(1);
  expect(await refusalOf(use(2))).toContain("invite_codes_within_limit");
});

test("a category cannot be deleted while it contains a group", async () => {
  const { category } = await build();
  const removal = db.delete(categories).where(eq(categories.id, category.id));
  expect(await refusalOf(removal)).toContain("FOREIGN KEY");
});

test("triggers count members, pending requests and groups", async () => {
  const { tovi, member, category, group } = await build();
  const countsOf = async () => {
    const [row] = await db
      .select({ members: groups.memberCount, requests: groups.pendingRequestCount })
      .from(groups)
      .where(eq(groups.id, group.id));
    return row;
  };
  const request = await buildRequest(muster, group, tovi);
  await db.delete(groupMembers).where(membershipOf(group.id, member.userId));
  expect(await countsOf()).toEqual({ members: 1, requests: 1 });
  const settle = (status: "approved" | "rejected") =>
    db.update(joinRequests).set({ status }).where(eq(joinRequests.id, request));
  await settle("approved");
  await settle("rejected");
  expect(await countsOf()).toEqual({ members: 1, requests: 0 });

  const kinds = async () =>
    (await db.select().from(groupCounts).where(eq(groupCounts.categoryId, category.id)))
      .filter(({ count }) => count !== 0)
      .map(({ effectiveVisibility, joinMode, count }) => [effectiveVisibility, joinMode, count]);
  expect(await kinds()).toEqual([["public", "open", 1]]);
  const hidden = { effectiveVisibility: "hidden", joinMode: "approval" } as const;
  await db.update(groups).set(hidden).where(eq(groups.id, group.id));
  expect(await kinds()).toEqual([["hidden", "approval", 1]]);
  await db.delete(groups).where(eq(groups.id, group.id));
  expect(await kinds()).toEqual([]);
});
