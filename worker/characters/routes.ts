import { Hono } from "hono";
import { limitUser, users } from "#worker/auth/sessions/require-user.ts";
import { COSTS, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import type { App } from "#worker/env.ts";
import type { Context } from "hono";
import type { Language } from "#shared/language/languages.ts";
import { characterSearchQuerySchema } from "#shared/characters.ts";
import { characterParamSchema } from "#shared/session.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import type { SignedIn } from "#worker/auth/sessions/require-user.ts";
import { requireNoGuest } from "#worker/auth/sessions/actor.ts";
import { run } from "#worker/db/batch.ts";
import { sendJson } from "#worker/http/json-text.ts";
import { runBehind } from "#worker/http/run-behind.ts";
import { countAgainst } from "#worker/http/rate-limit.ts";
import { languageOf } from "#worker/language/words.ts";
import { readSystemNames } from "#worker/universe/system-names.ts";
import { validate } from "#worker/http/validate.ts";
import { readCard } from "./card.ts";
import { readSheet } from "./sheet.ts";
import { readOverview } from "./overview.ts";
import type { NextOperations } from "./overview.ts";
import { refreshOwnCharacter, refreshPublicSheet } from "#worker/characters/refresh/refresh.ts";
import { findMains } from "./search-store.ts";

const limitSearch = limitUser("SEARCH_LIMIT");
const limitRefresh = limitUser("REFRESH_LIMIT");

export const characterRoutes = <Row>(operations: NextOperations<Row>) =>
  new Hono<App>()
    .get("/", users({ reads: "replica" }), async (c) => {
      const language = languageOf(c.req.header("accept-language"));
      const [context, actor] = [c.get("context"), c.get("actor")];
      const answer = await readOverview(context, actor, language, operations);
      readNamesBehind(c, language, answer.unreadSystems);
      return c.json(answer.overview);
    })
    .get(
      "/search",
      users({ reads: "replica" }),
      limitSearch,
      validate("query", characterSearchQuerySchema),
      async (c) => {
        requireNoGuest(c.get("actor"));
        return c.json(await findMains(c.get("context").db, c.req.valid("query").q));
      },
    )
    .get(
      "/:id",
      users({ reads: "replica" }),
      validate("param", characterParamSchema),
      async (c) => {
        const { id } = c.req.valid("param");
        const actor = c.get("actor");
        const beforeLookup = async () => {
          await countAgainst(c.env.MEET_LIMIT, actor.userId);
          const context = c.get("context");
          context.db.usePrimary();
          await run(context.db, countAct(context, actor, "lookups"));
        };
        const language = languageOf(c.req.header("accept-language"));
        const { detail, isStale, unreadSystems } = await readSheet(
          c.get("context"),
          actor,
          id,
          language,
          beforeLookup,
        );
        readNamesBehind(c, language, unreadSystems);
        if (isStale) runBehind(c, () => refreshPublicSheet(c.get("context"), id));
        return sendJson(c, detail);
      },
    )
    .get(
      "/:id/card",
      users({ reads: "replica" }),
      validate("param", characterParamSchema),
      async (c) =>
        c.json(await readCard(c.get("context"), c.get("actor"), c.req.valid("param").id)),
    )
    .post(
      "/:id/refresh",
      users({ lasts: STAYS.changesNothing, takes: TAKES.reads, cost: COSTS.rate }),
      limitRefresh,
      validate("param", characterParamSchema),
      async (c) =>
        c.json(
          await refreshOwnCharacter(c.get("context"), c.get("actor"), c.req.valid("param").id),
        ),
    );

/** The next answer has the names: they are read once a quarter for everyone who speaks the language. */
function readNamesBehind(c: Context<SignedIn>, language: Language, systemIds: readonly number[]) {
  if (systemIds.length === 0) return;
  runBehind(c, () => readSystemNames(c.get("context"), language, systemIds));
}
