import { base64url } from "jose";
import type * as z from "zod/mini";
import { PAGE_SIZE } from "#shared/page.ts";
import { ApiError } from "./api-error.ts";

/** Queries read one row more than a page holds, to see whether there is a next page. */
export const PAGE_LIMIT = PAGE_SIZE + 1;

/** Limits rows to one page. The cursor is the sort key of its last row. */
export function toPage<Row>(found: Row[], keyOf: (row: Row) => (string | number)[]) {
  const rows = found.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  const nextCursor =
    found.length > PAGE_SIZE && last !== undefined ? encodeCursor(keyOf(last)) : null;
  return { rows, nextCursor };
}

export function encodeCursor(key: (string | number)[]): string {
  return base64url.encode(JSON.stringify(key));
}

/** The sort key in a cursor; throws `invalid_request` if it is malformed. */
export function readCursor<Key extends z.ZodMiniType>(
  cursor: string | undefined,
  schema: Key,
): z.output<Key> | undefined {
  if (cursor === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(base64url.decode(cursor))));
  } catch {
    throw new ApiError("invalid_cursor", {}, { field: "cursor" });
  }
}
