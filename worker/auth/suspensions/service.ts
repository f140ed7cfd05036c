import { and, eq, exists, inArray, isNull, ne, not, or, sql } from "drizzle-orm";
import type { Placeholder } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { english } from "#shared/english.ts";
import type { Suspend } from "#shared/account/suspension.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { ResultsOf } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { isAdministrator, isOwnerWithheld } from "#worker/auth/administrators/store.ts";
import { characters, sessions, users } from "#worker/db/schema/accounts.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { existsIn, orm, prepare } from "#worker/db/statements.ts";
import { FOR_GOOD, isSuspended, isSuspendedUser, markOf, suspensionOf } from "./suspended.ts";

/** Suspends a user, or replaces the reason and the end of a suspension. The same suspension again changes nothing. */
export async function suspendUser(
  context: Context,
  actor: { userId: string },
  userId: string,
  { reason, until }: Suspend,
) {
  const end = until === null ? FOR_GOOD : new Date(until);
  if (end.getTime() <= Date.now()) throw new ApiError("end_in_past", {}, { field: "until" });
  const read = async () => {
    const found = await runBatch(context.db, selectSuspendable(context, userId));
    const user = requireSuspendable(actor, userId, found);
    return user.suspendedUntil?.getTime() === end.getTime() && user.suspensionReason === reason;
  };
  await withOptimisticLock(
    read,
    async (isAlready) =>
      isAlready ||
      (await suspend(context, actor, userId, { reason, until: end })) ||
      // The same request, sent twice at once.
      read(),
  );
}

/** The user, if the actor may suspend them. */
export function requireSuspendable(
  actor: { userId: string },
  userId: string,
  [[user], [other]]: ResultsOf<ReturnType<typeof selectSuspendable>>,
) {
  if (userId === actor.userId) throw new ApiError("own_suspension");
  if (user === undefined) throw new ApiError("no_such_user");
  if (other === undefined) {
    const name = user.mainCharacterName ?? english`This user`;
    throw new ApiError("last_administrator", { name });
  }
  return user;
}

/** Ends a suspension early. */
export async function liftSuspension(context: Context, actor: { userId: string }, userId: string) {
  const read = async () => {
    const [[user]] = await runBatch(context.db, selectSuspendable(context, userId));
    if (user === undefined) throw new ApiError("no_such_user");
    if (suspensionOf(user) === null) throw new ApiError("not_suspended");
  };
  await withOptimisticLock(read, () => lift(context, actor, userId));
}

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

/** Another user who is an administrator now. */
export const selectOtherAdministrator = prepare({ userId: admin.id }, (fields) =>
  otherAdministrators(fields, sql.placeholder("userId"), adminIds, now).limit(1),
);

/** A user, and another user who is an administrator now. */
export function selectSuspendable({ config }: Context, userId: string) {
  const values = { userId, adminIds: idsOf(config), now: Date.now() };
  return [selectById(values), selectOtherAdministrator(values)] as const;
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
        isNull(characters.unconfirmedSince),
        not(isOwnerWithheld),
        ne(admin.id, userId),
        not(isSuspended(instant, admin.suspendedUntil)),
      ),
    );
}

/**
 * Suspends a user, and deletes their sessions and unfinished merges. False if no administrator would be left, or if the actor
 * was suspended in the meantime: of two administrators who suspend each other at the same time, one succeeds. False as well if the user
 * has this suspension.
 */
function suspend(
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
    condition: and(
      exists(others),
      not(isSuspendedUser(actor.userId)),
      not(
        existsIn(
          users,
          and(
            eq(users.id, userId),
            eq(users.suspendedUntil, until),
            eq(users.suspensionReason, reason),
          ),
        ),
      ),
    ),
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
function lift(context: Context, actor: { userId: string }, userId: string) {
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
