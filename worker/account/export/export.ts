import * as z from "zod/mini";
import { EXPORT_VERSION, EXPORTS_PER_HOUR } from "#shared/export.ts";
import type { ExportPage } from "#shared/export.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { isBelowRate } from "#worker/audit/store.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { decrypt, encrypt } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { storedJson, toJsonText, withTexts } from "#worker/http/json-text.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import type { List, ExportedRow } from "./list.ts";
import { LISTS } from "./lists.ts";

const HOUR_SECONDS = 60 * 60;
/** All pages of an export have to be read within this time. */
const EXPORT_TTL_MS = 15 * 60 * 1000;

const cursorSchema = z.object({
  startedAt: z.int(),
  /** The lists that have more rows, and the key of the last row that was read. */
  after: z.record(z.string(), z.array(z.union([z.string(), z.number()]))),
});
type Cursor = z.infer<typeof cursorSchema>;

/**
 * One page of everything that Muster keeps about the actor, as JSON text. Each page reads one page of every unfinished list,
 * in one batch; the lists of most users fit on the first page. The browser joins the pages, because an invocation has 10 ms of
 * CPU time on the free plan (https://developers.cloudflare.com/workers/platform/limits/). The first page records an event and
 * counts against the limit. The cursor is encrypted, so that the limit cannot be avoided with a forged one.
 */
export async function exportAccount(
  context: Context,
  actor: UserActor,
  cursor: string | undefined,
): Promise<JsonText<ExportPage>> {
  const { userId } = actor;
  const { startedAt, after } =
    cursor === undefined
      ? {
          startedAt: Date.now(),
          after: Object.fromEntries(Object.keys(LISTS).map((name) => [name, []])),
        }
      : await readCursor(context, userId, cursor);
  const lists = Object.entries(LISTS).flatMap(([name, list]) => {
    const key = after[name];
    return key === undefined ? [] : [{ name, list, key }];
  });
  const pages = await runBatch(
    context.db,
    lists.map(({ list, key }) => list.select(userId, key)),
  );
  // After the read: its batch checks a cached session.
  if (cursor === undefined) await recordStart(context, userId);
  const unfinished: Cursor["after"] = {};
  const texts: Record<string, JsonText<unknown>> = {};
  for (const [index, { name, list }] of lists.entries()) {
    const found = pages[index] ?? [];
    const last = found.at(-1);
    if (last !== undefined && found.length === list.size) unfinished[name] = list.keyOf(last);
    texts[name] = storedJson(`[${found.map((row) => toText(list, row)).join(",")}]`);
  }
  const isLast = Object.keys(unfinished).length === 0;
  const page = {
    format: "muster-account" as const,
    version: EXPORT_VERSION,
    exportedAt: new Date(startedAt).toISOString(),
    nextCursor: isLast ? null : await toCursor(context, userId, { startedAt, after: unfinished }),
  };
  return storedJson<ExportPage>(withTexts(page, texts));
}

/** Records the export. Throws `rate_limited` above the limit. */
async function recordStart(context: Context, userId: string) {
  const rate = { limit: EXPORTS_PER_HOUR, seconds: HOUR_SECONDS };
  const recorded = await run(
    context.db,
    recordEvent(
      context,
      { kind: "account_exported", actor: { userId }, userId },
      isBelowRate(userId, "account_exported", rate),
    ).statement,
  );
  if (recorded.length > 0) return;
  throw new ApiError(
    "export_limit",
    { count: EXPORTS_PER_HOUR },
    { retryAfterSeconds: HOUR_SECONDS },
  );
}

/** Sheets are stored as JSON and copied as text: parsing and serialising them would take most of the CPU time. */
function toText({ raw }: List, row: ExportedRow): string {
  if (raw === undefined) return toJsonText(row);
  const { [raw]: json, ...rest } = row;
  return withTexts(rest, { [raw]: storedJson(String(json)) });
}

function toCursor({ config }: Context, userId: string, cursor: Cursor): Promise<string> {
  return encrypt(config.keyring, JSON.stringify(cursor), boundTo(userId));
}

async function readCursor({ config }: Context, userId: string, text: string): Promise<Cursor> {
  try {
    const cursor = cursorSchema.parse(
      JSON.parse(await decrypt(config.keyring, text, boundTo(userId))),
    );
    if (cursor.startedAt + EXPORT_TTL_MS > Date.now()) return cursor;
  } catch {
    // Not ours, or another user's.
  }
  throw new ApiError(
    "export_expired",
    {},
    {
      fields: { cursor: "cursor must be the nextCursor of a download of the last 15 minutes." },
    },
  );
}

function boundTo(userId: string): string {
  return `export:${userId}`;
}
