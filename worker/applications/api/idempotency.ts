import { and, eq, lte, sql } from "drizzle-orm";
import type { Context as HonoContext } from "hono";
import { sha256 } from "#worker/ground/crypto.ts";
import { guard } from "#worker/db/batch.ts";
import { apiAnswers } from "#worker/db/schema/facts.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { ApiError } from "#worker/http/api-error.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;

/** A request that may come twice, and is done once (draft-ietf-httpapi-idempotency-key-header). */
export type Repeatable = { key: string; request: string };

/** Undefined without an `Idempotency-Key`. `body` is the validated body: the same request has the same. */
export async function readRepeatable(
  c: HonoContext,
  body: unknown,
): Promise<Repeatable | undefined> {
  const key = c.req.header("idempotency-key")?.replaceAll('"', "");
  if (key === undefined) return undefined;
  if (!/^[\w-]{1,64}$/.test(key)) throw new ApiError("idempotency_key_invalid");
  const request = `${c.req.method} ${c.req.url} ${JSON.stringify(body)}`;
  return { key, request: await sha256(request) };
}

export const selectAnswer = prepare(
  { request: apiAnswers.request, answer: apiAnswers.answer },
  (fields) =>
    orm
      .select(fields)
      .from(apiAnswers)
      .where(
        and(
          eq(apiAnswers.applicationId, sql.placeholder("applicationId")),
          eq(apiAnswers.key, sql.placeholder("key")),
        ),
      ),
);

/** The answer that the request has had; undefined if it has not come before. */
export function answered(
  repeatable: Repeatable | undefined,
  [found]: { request: string; answer: string }[],
): string | undefined {
  if (repeatable === undefined || found === undefined) return undefined;
  if (found.request !== repeatable.request) throw new ApiError("idempotency_key_reused");
  return found.answer;
}

/** Keeps the answer. Undoes its batch if the key has one. */
export function keepAnswer(applicationId: string, { key, request }: Repeatable, answer: string) {
  const isIt = sql`${apiAnswers.applicationId} = ${applicationId} and ${apiAnswers.key} = ${key}`;
  return [
    guard(sql`not exists (select 1 from ${apiAnswers} where ${isIt})`),
    orm.insert(apiAnswers).values({ applicationId, key, request, answer, createdAt: new Date() }),
  ];
}

type Packed = { kinds: unknown[]; each: number[] };
/** As a former version has kept answers, for a day. */
type Whole<Item> = Item[] | { fates: Item[] };

/** What became of each item, as text that is short for 500 items: most of them have the same fate. */
export function packed(items: readonly object[]): string {
  const kinds = new Map<string, number>();
  const each = items.map((item) => {
    const kind = JSON.stringify(item);
    const at = kinds.get(kind) ?? kinds.size;
    kinds.set(kind, at);
    return at;
  });
  return `{"kinds":[${[...kinds.keys()].join(",")}],"each":${JSON.stringify(each)}}`;
}

export function unpacked<Item>(text: string): Item[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was kept
  const kept = JSON.parse(text) as Packed | Whole<Item>;
  if (Array.isArray(kept)) return kept;
  if ("fates" in kept) return kept.fates;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `packed` has made it
  return kept.each.map((at) => kept.kinds[at] as Item);
}

export function deleteOldAnswers(now: Date) {
  return orm.delete(apiAnswers).where(lte(apiAnswers.createdAt, new Date(now.getTime() - KEPT_MS)));
}
