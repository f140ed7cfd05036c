import { english } from "#shared/english.ts";
import type { Suspend } from "#shared/session.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { ResultsOf } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import * as store from "./store.ts";
import { FOR_GOOD, suspensionOf } from "./suspended.ts";

/** Suspends a user, or replaces the reason and the end of a suspension. */
export async function suspendUser(
  context: Context,
  actor: { userId: string },
  userId: string,
  { reason, until }: Suspend,
) {
  const end = until === null ? FOR_GOOD : new Date(until);
  if (end.getTime() <= Date.now()) {
    throw new ApiError("end_in_past", {}, { field: "until" });
  }
  const read = async () => {
    const found = await runBatch(context.db, selectSuspendable(context, userId));
    requireSuspendable(actor, userId, found);
  };
  await withOptimisticLock(read, () =>
    store.suspend(context, actor, userId, { reason, until: end }),
  );
}

/** The statements that `requireSuspendable` takes the results of. */
export const selectSuspendable = store.selectUser;

/** The user, if the actor may suspend them. */
export function requireSuspendable(
  actor: { userId: string },
  userId: string,
  [[user], [other]]: ResultsOf<ReturnType<typeof selectSuspendable>>,
) {
  if (userId === actor.userId) throw new ApiError("own_suspension");
  if (user === undefined) throw notFound();
  if (other === undefined) {
    const name = user.mainCharacterName ?? english`This user`;
    throw new ApiError("last_administrator", { name });
  }
  return user;
}

/** Ends a suspension early. */
export async function liftSuspension(context: Context, actor: { userId: string }, userId: string) {
  const read = async () => {
    const [[user]] = await runBatch(context.db, store.selectUser(context, userId));
    if (user === undefined) throw notFound();
    if (suspensionOf(user) === null) {
      throw new ApiError("not_suspended");
    }
  };
  await withOptimisticLock(read, () => store.lift(context, actor, userId));
}

function notFound(): ApiError {
  return new ApiError("no_such_user");
}
