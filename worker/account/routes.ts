import { Hono } from "hono";
import { deleteAccountSchema } from "#shared/account/deletion.ts";
import { exportQuerySchema } from "#shared/export.ts";
import { saveLanguageSchema } from "#shared/account/language.ts";
import { confirmMergeSchema, mergeParamSchema } from "#shared/account/merge.ts";
import { deleteAccount, previewDeletion } from "./delete-account.ts";
import { exportAccount } from "#worker/account/export/export.ts";
import { acceptMerge, cancelMerge, confirmMerge, listMerges, previewMerge } from "./merge.ts";
import { users } from "#worker/auth/sessions/require-user.ts";
import type { App, Context } from "#worker/env.ts";
import { sendJson } from "#worker/http/json-text.ts";
import { COSTS, PRIMARY, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { validate } from "#worker/http/validate.ts";
import { and, eq, sql } from "drizzle-orm";
import type { Language } from "#shared/language/languages.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { users as accounts } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";

export const accountRoutes = new Hono<App>()
  .get(
    "/export",
    users({ reads: PRIMARY.signIn }),
    validate("query", exportQuerySchema),
    async (c) => {
      const { cursor } = c.req.valid("query");
      return sendJson(c, await exportAccount(c.get("context"), c.get("actor"), cursor));
    },
  )
  .get("/deletion", users({ reads: PRIMARY.beforeAnAct }), async (c) =>
    c.json(await previewDeletion(c.get("context"), c.get("actor"))),
  )
  .delete(
    "/",
    users({ lasts: "proof", takes: TAKES.own, cost: COSTS.endsAccount }),
    validate("json", deleteAccountSchema),
    async (c) => {
      await deleteAccount(c.get("context"), c.get("actor"), c.req.valid("json"));
      return c.body(null, 204);
    },
  )
  .put(
    "/language",
    users({ lasts: STAYS.ownChoice, takes: TAKES.own, cost: COSTS.edit }),
    validate("json", saveLanguageSchema),
    async (c) => {
      await saveLanguage(c.get("context"), c.get("actor"), c.req.valid("json").language);
      return c.body(null, 204);
    },
  )
  .get("/merges", users({ reads: PRIMARY.signIn }), async (c) =>
    c.json({ merges: await listMerges(c.get("context"), c.get("actor")) }),
  )
  .get(
    "/merges/:id",
    users({ reads: PRIMARY.beforeAnAct }),
    validate("param", mergeParamSchema),
    async (c) =>
      c.json(await previewMerge(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  .post(
    "/merges/:id/confirm",
    users({ lasts: "proof", takes: TAKES.own, cost: COSTS.endsAccount }),
    validate("param", mergeParamSchema),
    validate("json", confirmMergeSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await confirmMerge(c.get("context"), c.get("actor"), id, c.req.valid("json")));
    },
  )
  .post(
    "/merges/:id/accept",
    users({ lasts: "proof", takes: TAKES.own, cost: COSTS.endsAccount }),
    validate("param", mergeParamSchema),
    validate("json", confirmMergeSchema),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await acceptMerge(c.get("context"), c.get("actor"), id, c.req.valid("json")));
    },
  )
  .delete(
    "/merges/:id",
    users({
      lasts: STAYS.takesAway,
      takes: TAKES.own,
      cost: { paidBy: "asking for the merge, by a sign-in" },
    }),
    validate("param", mergeParamSchema),
    async (c) => {
      await cancelMerge(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  );

/** Keeps the language that the user has chosen, for what Muster writes to them, and for their other devices. */
async function saveLanguage(context: Context, actor: UserActor, language: Language): Promise<void> {
  const isOther = sql`${accounts.language} is not ${language}`;
  await runBatch(context.db, [
    countAct(context, actor, "edits", {
      applied: sql`exists (select 1 from ${accounts} where ${accounts.id} = ${actor.userId} and ${isOther})`,
    }),
    orm
      .update(accounts)
      .set({ language })
      .where(and(eq(accounts.id, actor.userId), isOther)),
  ]);
}
