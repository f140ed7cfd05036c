import { base64url } from "jose";
import type * as z from "zod/mini";
import { PAGE_SIZE } from "#shared/page.ts";
import type { Config } from "#worker/ground/config.ts";
import { decrypt, encrypt } from "#worker/ground/crypto.ts";
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

/** The same for a sort key that the reader may neither read nor choose. `boundTo`: the reader and the list. */
export function encryptCursor(
  { keyring }: Config,
  key: (string | number)[],
  boundTo: string,
): Promise<string> {
  return encrypt(keyring, JSON.stringify(key), boundTo);
}

export async function decryptCursor<Key extends z.ZodMiniType>(
  { keyring }: Config,
  cursor: string | undefined,
  { schema, boundTo }: { schema: Key; boundTo: string },
): Promise<z.output<Key> | undefined> {
  if (cursor === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(await decrypt(keyring, cursor, boundTo)));
  } catch {
    throw new ApiError("invalid_cursor", {}, { field: "cursor" });
  }
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
