import { eq } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import type { GroupCreation, Visibility } from "#shared/groups/categories.ts";
import type { JoinMode } from "#shared/groups/groups.ts";
import type { PlanOperation } from "#shared/operations/operations.ts";
import { DAY_MS } from "#shared/time.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import {
  categories,
  groupMembers,
  groups,
  invitations,
  inviteCodes,
  joinRequests,
} from "#worker/db/schema/groups.ts";
import { operationGroups, operations } from "#worker/db/schema/operations.ts";
import { encryptCode } from "#worker/groups/codes/encrypted-code.ts";
import type { Community } from "#test/support/workerd/harness.ts";
import { write } from "#test/support/answers/write.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";

type Who = { userId: string };

type CategoryGiven = {
  name?: string;
  visibility?: Visibility;
  allowGroupCreation?: GroupCreation;
};

export function prepareCategory({ context: { db } }: Community, given: CategoryGiven = {}) {
  const id = randomToken(12);
  const { name = `Category ${id}`, visibility = "public" } = given;
  const insert = db.insert(categories).values({
    id,
    name,
    nameFolded: fold(name),
    visibility,
    allowGroupCreation: given.allowGroupCreation ?? "anyone",
    createdAt: new Date(),
  });
  return { statements: [insert], category: { id, name, visibility } };
}

/** Inserts a category. */
export async function buildCategory(muster: Community, given: CategoryGiven = {}) {
  const prepared = prepareCategory(muster, given);
  await write(muster, prepared);
  return prepared.category;
}

const STRICTNESS: Visibility[] = ["public", "hidden", "system"];

type GroupGiven = {
  owner: Who;
  admins?: Who[];
  members?: Who[];
  name?: string;
  visibility?: Visibility;
  joinMode?: JoinMode;
};
type InCategory = { category: { id: string; visibility: Visibility } };

export function prepareGroup({ context: { db } }: Community, given: GroupGiven & InCategory) {
  const id = randomToken(12);
  const { name = `Group ${id}`, visibility = "public", joinMode = "open", category } = given;
  const effectiveVisibility =
    STRICTNESS[Math.max(STRICTNESS.indexOf(visibility), STRICTNESS.indexOf(category.visibility))] ??
    visibility;
  const joinedAt = new Date();
  const insertGroup = db.insert(groups).values({
    id,
    name,
    nameFolded: fold(name),
    categoryId: category.id,
    visibility,
    effectiveVisibility,
    joinMode,
    createdAt: joinedAt,
  });
  const insertMembers = db
    .insert(groupMembers)
    .values([
      { groupId: id, userId: given.owner.userId, role: "owner", joinedAt },
      ...(given.admins ?? []).map(
        ({ userId }) => ({ groupId: id, userId, role: "admin", joinedAt }) as const,
      ),
      ...(given.members ?? []).map(
        ({ userId }) => ({ groupId: id, userId, role: "member", joinedAt }) as const,
      ),
    ]);
  return {
    statements: [insertGroup, insertMembers],
    group: { id, name, categoryId: category.id },
  };
}

/** Inserts a group with its members. */
export async function buildGroup(muster: Community, given: GroupGiven & Partial<InCategory>) {
  const category = given.category ?? (await buildCategory(muster));
  const prepared = prepareGroup(muster, { ...given, category });
  await write(muster, prepared);
  return prepared.group;
}

export function prepareInvitation(
  { context: { db } }: Community,
  group: { id: string },
  invitee: Who,
  inviter: Who = invitee,
) {
  const id = randomToken(12);
  const createdAt = new Date();
  const insert = db.insert(invitations).values({
    id,
    groupId: group.id,
    inviteeId: invitee.userId,
    inviterId: inviter.userId,
    status: "pending",
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 7 * DAY_MS),
  });
  return { statements: [insert], id };
}

/** A fleet tomorrow, which the user planned. */
export function prepareOperation(
  { context: { db } }: Community,
  group: { id: string },
  by: Who,
  given: Partial<typeof operations.$inferInsert> = {},
) {
  const id = randomToken(12);
  const startsAt = new Date(Date.now() + DAY_MS);
  const row = {
    id,
    groupId: group.id,
    kind: "fleet" as const,
    title: "Shield Ferox",
    startsAt,
    endsAt: new Date(startsAt.getTime() + DAY_MS / 24),
    createdBy: by.userId,
    createdAt: new Date(),
    ...given,
  };
  const statements = [
    db.insert(operations).values(row),
    db
      .insert(operationGroups)
      .values({ operationId: id, groupId: group.id, startsAt: row.startsAt }),
  ];
  return { statements, id };
}

/** What a planner sends to plan an operation of these groups, a day from now. */
export const operationInput = (
  groupIds: string[],
  given: Partial<PlanOperation> = {},
): PlanOperation => ({
  kind: "fleet",
  title: "Shield Ferox",
  startsAt: new Date(Date.now() + DAY_MS).toISOString(),
  minutes: 60,
  place: "Okkamon",
  comms: "",
  text: "",
  doctrine: "",
  commanderId: null,
  groupIds,
  isWeekly: false,
  ...given,
});

export async function buildInvitation(
  muster: Community,
  ...given: [group: { id: string }, invitee: Who, inviter?: Who]
): Promise<string> {
  const prepared = prepareInvitation(muster, ...given);
  await write(muster, prepared);
  return prepared.id;
}

export function prepareRequest(
  { context: { db } }: Community,
  group: { id: string },
  { userId }: Who,
) {
  const id = randomToken(12);
  const row = { id, groupId: group.id, userId, status: "pending", createdAt: new Date() } as const;
  return { statements: [db.insert(joinRequests).values(row)], id };
}

export async function buildRequest(
  muster: Community,
  group: { id: string },
  who: Who,
): Promise<string> {
  const prepared = prepareRequest(muster, group, who);
  await write(muster, prepared);
  return prepared.id;
}

let lastCode = 0;

type CodeGiven = { code?: string; uses?: number; useLimit?: number; expiresAt?: Date };

export async function prepareCode(
  { context: { db, config } }: Community,
  group: { id: string },
  creator: Who,
  { code = String(++lastCode).padStart(10, "0"), ...given }: CodeGiven = {},
) {
  const id = randomToken(12);
  const insert = db.insert(inviteCodes).values({
    id,
    groupId: group.id,
    ...(await encryptCode(config, id, code)),
    createdBy: creator.userId,
    createdAt: new Date(),
    ...given,
  });
  return { statements: [insert], code: { id, code } };
}

export async function buildCode(
  muster: Community,
  ...given: [group: { id: string }, creator: Who, given?: CodeGiven]
) {
  const prepared = await prepareCode(muster, ...given);
  await write(muster, prepared);
  return prepared.code;
}

/** The kinds of a group's events, oldest first. */
export async function eventsOf({ context: { db } }: Community, groupId: string): Promise<string[]> {
  const rows = await db
    .select({ kind: auditEvents.kind })
    .from(auditEvents)
    .where(eq(auditEvents.groupId, groupId))
    .orderBy(auditEvents.id);
  return rows.map((row) => row.kind);
}
