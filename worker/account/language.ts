import { and, eq, sql } from "drizzle-orm";
import type { Language } from "#shared/languages.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

/** Keeps the language that the user has chosen, for what Muster writes to them, and for their other devices. */
export async function saveLanguage({ db }: Context, { userId }: UserActor, language: Language) {
  const isOther = sql`${users.language} is not ${language}`;
  await run(
    db,
    orm
      .update(users)
      .set({ language })
      .where(and(eq(users.id, userId), isOther)),
  );
}
