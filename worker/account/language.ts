import { and, eq, sql } from "drizzle-orm";
import type { Language } from "#shared/language/languages.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

/** Keeps the language that the user has chosen, for what Muster writes to them, and for their other devices. */
export async function saveLanguage(
  context: Context,
  actor: UserActor,
  language: Language,
): Promise<void> {
  const isOther = sql`${users.language} is not ${language}`;
  await runBatch(context.db, [
    countAct(context, actor, "edits", {
      applied: sql`exists (select 1 from ${users} where ${users.id} = ${actor.userId} and ${isOther})`,
    }),
    orm
      .update(users)
      .set({ language })
      .where(and(eq(users.id, actor.userId), isOther)),
  ]);
}
