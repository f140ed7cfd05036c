import { sql } from "drizzle-orm";
import { DAY_MS } from "#shared/time.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import type { ImportedWatch, ImportWatch } from "#shared/watchlist.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { allowOnList, requireKeeper, selectIsKeeper } from "./policy.ts";
import type { Keeper } from "./policy.ts";
import * as store from "./store.ts";

/** The fields of an entry as a program reads them, in every language: the columns are what an import takes. */
const COLUMNS = ["subject", "eveId", "name", "level", "reason", "link", "months", "until"] as const;

/** The list as a table. The event is written first: no kill leaves a copy without one. */
export async function exportList(context: Context, actor: Keeper): Promise<string> {
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
export async function importList(
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
