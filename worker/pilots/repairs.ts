import { eq, exists } from "drizzle-orm";
import { recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { endOtherSessions } from "#worker/auth/sessions/end-sessions.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";

/** The id of no session: all of them end. */
const NONE = "";

/** Ends every session of another user, and every sign-in at an application. */
export async function endSessions(context: Context, actor: UserActor, userId: string) {
  if (userId === actor.userId) {
    throw new ApiError("own_sessions");
  }
  const isOf = eq(sessions.userId, userId);
  const isEnded = await recordAndApply(context, {
    kind: "sessions_revoked",
    actor,
    userId,
    condition: exists(orm.select({ id: sessions.id }).from(sessions).where(isOf)),
    statements: (applied) => endOtherSessions(userId, NONE, applied),
  });
  if (!isEnded) throw new ApiError("no_sessions");
}
