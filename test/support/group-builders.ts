import { eq } from "drizzle-orm";
import type { GroupCreation, Visibility } from "#shared/categories.ts";
import type { JoinMode } from "#shared/groups.ts";
import { randomToken } from "#worker/crypto.ts";
import {
  categories,
  groupEvents,
  groupMembers,
  groups,
  invitations,
  inviteCodes,
  joinRequests,
} from "#worker/db/groups-schema.ts";
import type { Muster } from "./harness.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type Who = { userId: string };

/** A category, written straight to the database. */
export async function buildCategory(
  { context: { db } }: Muster,
  given: { name?: string; visibility?: Visibility; allowGroupCreation?: GroupCreation } = {},
) {
  const id = randomToken(12);
  const { name = `Category ${id}`, visibility = "public" } = given;
  await db.insert(categories).values({
    id,
    name,
    nameFolded: name.toLowerCase(),
    visibility,
    allowGroupCreation: given.allowGroupCreation ?? "anyone",
    createdAt: new Date(),
  });
  return { id, name, visibility };
}

const STRICTNESS: Visibility[] = ["public", "hidden", "system"];

/** A group with people in it, written straight to the database. */
export async function buildGroup(
  muster: Muster,
  given: {
    owner: Who;
    admins?: Who[];
    members?: Who[];
    name?: string;
    category?: { id: string; visibility: Visibility };
    visibility?: Visibility;
    joinMode?: JoinMode;
  },
) {
  const { db } = muster.context;
  const id = randomToken(12);
  const { name = `Group ${id}`, visibility = "public", joinMode = "open" } = given;
  const category = given.category ?? (await buildCategory(muster));
  const effectiveVisibility =
    STRICTNESS[Math.max(STRICTNESS.indexOf(visibility), STRICTNESS.indexOf(category.visibility))] ??
    visibility;
  const joinedAt = new Date();
  await db.batch([
    db.insert(groups).values({
      id,
      name,
      nameFolded: name.toLowerCase(),
      categoryId: category.id,
      visibility,
      effectiveVisibility,
      joinMode,
      createdAt: joinedAt,
    }),
    db
      .insert(groupMembers)
      .values([
        { groupId: id, userId: given.owner.userId, role: "owner", joinedAt },
        ...(given.admins ?? []).map(
          ({ userId }) => ({ groupId: id, userId, role: "admin", joinedAt }) as const,
        ),
        ...(given.members ?? []).map(
          ({ userId }) => ({ groupId: id, userId, role: "member", joinedAt }) as const,
        ),
      ]),
  ]);
  return { id, name, categoryId: category.id };
}

export async function buildInvitation(
  { context: { db } }: Muster,
  group: { id: string },
  invitee: Who,
  inviter: Who = invitee,
): Promise<string> {
  const id = randomToken(12);
  const createdAt = new Date();
  await db.insert(invitations).values({
    id,
    groupId: group.id,
    inviteeId: invitee.userId,
    inviterId: inviter.userId,
    status: "pending",
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 7 * DAY_MS),
  });
  return id;
}

export async function buildRequest(
  { context: { db } }: Muster,
  group: { id: string },
  { userId }: Who,
): Promise<string> {
  const id = randomToken(12);
  const createdAt = new Date();
  await db
    .insert(joinRequests)
    .values({ id, groupId: group.id, userId, status: "pending", createdAt });
  return id;
}

let lastCode = 0;

export async function buildCode(
  { context: { db } }: Muster,
  group: { id: string },
  creator: Who,
  given: { code?: string; useLimit?: number; expiresAt?: Date } = {},
) {
  const row = {
    id: randomToken(12),
    groupId: group.id,
    code: String(++lastCode).padStart(10, "0"),
    createdBy: creator.userId,
    createdAt: new Date(),
    ...given,
  };
  await db.insert(inviteCodes).values(row);
  return { id: row.id, code: row.code };
}

/** The kinds of a group's events, the oldest first. */
export async function eventsOf({ context: { db } }: Muster, groupId: string): Promise<string[]> {
  const rows = await db
    .select({ kind: groupEvents.kind })
    .from(groupEvents)
    .where(eq(groupEvents.groupId, groupId))
    .orderBy(groupEvents.id);
  return rows.map((row) => row.kind);
}
