import { and, eq, exists, inArray, ne, not, or, sql } from "drizzle-orm";
import type { Placeholder } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { recordAndApply } from "#worker/audit/record.ts";
import { isAdministrator, isOwnerWithheld } from "#worker/auth/administrators/rights.ts";
import { characters, sessions, users } from "#worker/db/schema/accounts.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isSuspended, isSuspendedUser, markOf } from "./suspended.ts";

const main = alias(characters, "main");
const adminIds = sql.placeholder("adminIds");
const now = sql.placeholder("now");

const user = {
  userId: users.id,
  mainCharacterId: users.mainCharacterId,
  mainCharacterName: main.name,
  isAdmin: isAdministrator(users.id, adminIds),
  suspendedUntil: users.suspendedUntil,
  suspensionReason: users.suspensionReason,
};

const selectById = prepare(user, (fields) =>
  orm
    .select(fields)
    .from(users)
    .leftJoin(main, eq(main.id, users.mainCharacterId))
    .where(eq(users.id, sql.placeholder("userId"))),
);

const admin = alias(users, "administrator");

const selectOther = prepare({ userId: admin.id }, (fields) =>
  otherAdministrators(fields, sql.placeholder("userId"), adminIds, now).limit(1),
);

/** A user, and another user who is an administrator now. */
export function selectUser({ config }: Context, userId: string) {
  const values = { userId, adminIds: idsOf(config), now: Date.now() };
  return [selectById(values), selectOther(values)] as const;
}

function idsOf({ ADMIN_CHARACTER_IDS }: Context["config"]): string {
  return JSON.stringify(ADMIN_CHARACTER_IDS);
}

/** Administrators other than this user who are not suspended at this instant, in milliseconds. */
function otherAdministrators(
  fields: { userId: typeof admin.id },
  userId: string | Placeholder,
  ids: string | Placeholder,
  instant: number | Placeholder,
) {
  return orm
    .select(fields)
    .from(characters)
    .innerJoin(admin, eq(admin.id, characters.userId))
    .where(
      and(
        inArray(characters.id, sql`(select value from json_each(${ids}))`),
        not(isOwnerWithheld),
        ne(admin.id, userId),
        not(isSuspended(instant, admin.suspendedUntil)),
      ),
    );
}

/**
 * Suspends a user, and deletes their sessions and unfinished merges. False if no administrator would be left, or if the actor
 * was suspended in the meantime: of two administrators who suspend each other at the same time, one succeeds.
 */
export function suspend(
  context: Context,
  actor: { userId: string },
  userId: string,
  { reason, until }: { reason: string; until: Date },
): Promise<boolean> {
  const others = otherAdministrators(
    { userId: admin.id },
    userId,
    idsOf(context.config),
    Date.now(),
  );
  return recordAndApply(context, {
    kind: "user_suspended",
    actor,
    userId,
    detail: { reason, until: markOf({ suspendedUntil: until })?.until ?? null },
    condition: and(exists(others), not(isSuspendedUser(actor.userId))),
    statements: (applied) => [
      orm
        .update(users)
        .set({ suspendedUntil: until, suspensionReason: reason })
        .where(and(eq(users.id, userId), applied)),
      orm.delete(sessions).where(and(eq(sessions.userId, userId), applied)),
      // Otherwise a merge that was offered before could move the characters to an account that is not suspended.
      orm
        .delete(accountMerges)
        .where(
          and(or(eq(accountMerges.fromId, userId), eq(accountMerges.intoId, userId)), applied),
        ),
    ],
  });
}

/** False if the user is not suspended. */
export function lift(context: Context, actor: { userId: string }, userId: string) {
  return recordAndApply(context, {
    kind: "suspension_lifted",
    actor,
    userId,
    condition: and(isSuspendedUser(userId), not(isSuspendedUser(actor.userId))),
    statements: (applied) => [
      orm
        .update(users)
        .set({ suspendedUntil: null, suspensionReason: null })
        .where(and(eq(users.id, userId), applied)),
    ],
  });
}
