import { Hono } from "hono";
import { sql } from "drizzle-orm";
import { saveWholeFeedSchema } from "#shared/discord/feeds.ts";
import {
  addWatchEntrySchema,
  changeWatchEntrySchema,
  importWatchSchema,
  previewWatchSchema,
  seeWatchEntrySchema,
  watchedUsersQuerySchema,
  watchKeepersSchema,
  watchlistQuerySchema,
} from "#shared/watchlist.ts";
import { DAY_MS } from "#shared/time.ts";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import type { ImportedWatch, ImportWatch } from "#shared/watchlist.ts";
import { limitUser } from "#worker/auth/sessions/require-user.ts";
import { originOf } from "#worker/http/cross-site.ts";
import { COSTS, PRIMARY, PROOF_WHEN, TAKES } from "#worker/http/route-declaration.ts";
import type { App, Context } from "#worker/env.ts";
import { byId, validate } from "#worker/http/validate.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import * as channel from "./service.ts";
import { allowOnList, keepers, requireKeeper, selectIsKeeper } from "./policy.ts";
import * as service from "./service.ts";
import type { Keeper } from "./policy.ts";
import * as store from "./store.ts";

/** All users share this site's rate limits at Discord. */
const limitDiscord = limitUser("DISCORD_LIMIT");

/** `/api/watchlist`, for its keepers (`policy.ts`): to others it does not exist. */
export const watchlistRoutes = new Hono<App>()
  .get(
    "/",
    keepers({ reads: PRIMARY.administration }),
    validate("query", watchlistQuerySchema),
    async (c) =>
      c.json(await service.listEntries(c.get("context"), c.get("actor"), c.req.valid("query"))),
  )
  .post(
    "/",
    keepers({
      lasts: PROOF_WHEN.keeps,
      takes: { previews: "GET /api/watchlist/preview", undo: "Removed again." },
      cost: COSTS.edit,
    }),
    validate("json", addWatchEntrySchema),
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      return c.json(await service.addEntry(context, actor, c.req.valid("json")), 201);
    },
  )
  .get(
    "/preview",
    keepers({ reads: PRIMARY.beforeAnAct }),
    validate("query", previewWatchSchema),
    async (c) =>
      c.json(await service.previewEntry(c.get("context"), c.get("actor"), c.req.valid("query"))),
  )
  .get(
    "/hits",
    keepers({ reads: PRIMARY.records }),
    validate("query", watchedUsersQuerySchema),
    async (c) =>
      c.json(await service.listHitsOfUsers(c.get("context"), c.get("actor"), c.req.valid("query"))),
  )
  .get("/requests/:id", keepers({ reads: PRIMARY.records }), byId, async (c) =>
    c.json(await service.listHitsOf(c.get("context"), c.get("actor"), c.req.valid("param").id)),
  )
  // A copy of the list outlives everything.
  .post(
    "/export",
    keepers({ lasts: "proof", takes: TAKES.reads, cost: { act: "looks" } }),
    async (c) => {
      c.header("Content-Type", "text/csv; charset=utf-8");
      c.header("Content-Disposition", 'attachment; filename="muster-watchlist.csv"');
      return c.body(await exportList(c.get("context"), c.get("actor")));
    },
  )
  .post(
    "/import",
    keepers({
      lasts: PROOF_WHEN.keeps,
      takes: {
        previews: "GET /api/watchlist/preview",
        undo: "Removed again: many removals of members are held.",
      },
      cost: COSTS.edit,
    }),
    validate("json", importWatchSchema),
    async (c) => c.json(await importList(c.get("context"), c.get("actor"), c.req.valid("json"))),
  )
  .put(
    "/keepers",
    // It shows members of a group who is on the list.
    keepers({ lasts: "proof", takes: TAKES.again, cost: COSTS.edit }),
    validate("json", watchKeepersSchema),
    async (c) => {
      const { groupId } = c.req.valid("json");
      await service.updateKeepers(c.get("context"), c.get("actor"), groupId);
      return c.body(null, 204);
    },
  )
  .get("/discord-feed", keepers({ reads: PRIMARY.administration }), async (c) =>
    c.json(await channel.readChannel(c.get("context"), c.get("actor"))),
  )
  .get("/discord-channels", keepers({ reads: PRIMARY.administration }), limitDiscord, async (c) =>
    c.json(await channel.listChoices(c.get("context"), c.get("actor"))),
  )
  .put(
    "/discord-feed",
    // It shows readers of a channel who is on the list.
    keepers({ lasts: "proof", takes: TAKES.again, cost: COSTS.after }),
    limitDiscord,
    validate("json", saveWholeFeedSchema),
    async (c) => {
      const [context, actor] = [c.get("context"), c.get("actor")];
      return c.json(await channel.saveChannel(context, actor, c.req.valid("json"), originOf(c)));
    },
  )
  .delete(
    "/discord-feed",
    keepers({ lasts: PROOF_WHEN.keeps, takes: TAKES.again, cost: COSTS.after }),
    async (c) => {
      await channel.removeChannel(c.get("context"), c.get("actor"));
      return c.body(null, 204);
    },
  )
  .patch(
    "/:id",
    keepers({
      lasts: PROOF_WHEN.keeps,
      takes: { previews: "GET /api/watchlist/preview", ...TAKES.again },
      cost: COSTS.edit,
    }),
    byId,
    validate("json", changeWatchEntrySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      const [context, actor] = [c.get("context"), c.get("actor")];
      return c.json(await service.changeEntry(context, actor, id, c.req.valid("json")));
    },
  )
  .delete(
    "/:id",
    keepers({
      lasts: PROOF_WHEN.keeps,
      takes: { undo: "Added again: what it hits is found again." },
      cost: COSTS.after,
    }),
    byId,
    async (c) => {
      await service.removeEntry(c.get("context"), c.get("actor"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  )
  .post(
    "/:id/seen",
    keepers({ lasts: PROOF_WHEN.keeps, takes: TAKES.reads, cost: COSTS.after }),
    byId,
    validate("query", seeWatchEntrySchema),
    async (c) => {
      const { id } = c.req.valid("param");
      await service.markSeen(c.get("context"), c.get("actor"), id, c.req.valid("query"));
      return c.body(null, 204);
    },
  );

/** The fields of an entry as a program reads them, in every language: the columns are what an import takes. */
const COLUMNS = ["subject", "eveId", "name", "level", "reason", "link", "months", "until"] as const;

/** The list as a table. The event is written first: no kill leaves a copy without one. */
async function exportList(context: Context, actor: Keeper): Promise<string> {
  await recordAndApply(context, {
    kind: "watch_list_exported",
    actor,
    isOfCommunity: true,
    condition: allowOnList(actor, "export").of.applies,
    statements: () => [],
  });
  const [allowed, entries] = await runBatch(context.db, [selectIsKeeper(actor), store.selectAll()]);
  requireKeeper(allowed);
  const lines = entries.map(({ until, ...entry }) => {
    const row = { ...entry, until: until.toISOString() };
    return toCsvLine(COLUMNS.map((name) => String(row[name] ?? "")));
  });
  return CSV_MARK + toCsvLine(COLUMNS) + lines.join("");
}

/** Adds what is not on the list yet, in one batch. Repeated, it adds nothing. */
async function importList(
  context: Context,
  actor: Keeper,
  { entries }: ImportWatch,
): Promise<ImportedWatch> {
  const allowed = allowOnList(actor, "add");
  const now = Date.now();
  const rows = entries.map(({ days, ...entry }) => ({
    ...entry,
    id: randomToken(12),
    until: new Date(now + days * DAY_MS),
    createdBy: actor.userId,
  }));
  await recordAndApply(context, {
    kind: "watch_list_imported",
    actor,
    isOfCommunity: true,
    detail: { count: rows.length },
    condition: sql`${allowed.of.applies} and (${store.isSomeNew(rows)})`,
    statements: (applied) =>
      rows.flatMap((row) =>
        store.insertEntry(allowed, row, sql`${applied} and ${store.mayAdd(allowed, row)}`),
      ),
  });
  const ids = rows.map(({ id }) => id);
  return { added: (await run(context.db, store.countEntries(ids)))[0]?.count ?? 0 };
}
