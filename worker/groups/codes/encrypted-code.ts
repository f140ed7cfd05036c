import { and, eq, isNull, sql } from "drizzle-orm";
import type { Config } from "#worker/ground/config.ts";
import {
  decrypt,
  encrypt,
  KEY_ID_LENGTH,
  keyedHash,
  keyedHashes,
  keyIdOf,
} from "#worker/ground/crypto.ts";
import { run } from "#worker/db/batch.ts";
import { inviteCodes } from "#worker/db/schema/groups.ts";
import { columns, idsIn, orm, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

const PURPOSE = "muster: find invite codes";

/** A code as it is stored. `encryptedCode` is plain text while `codeHash` is null. */
type StoredCode = Pick<typeof inviteCodes.$inferSelect, "id" | "encryptedCode" | "codeHash">;

/** Encrypts a code, bound to its id, and computes the hash by which it is found. */
export async function encryptCode({ keyring }: Config, id: string, code: string) {
  const [encryptedCode, codeHash] = await Promise.all([
    encrypt(keyring, code, boundTo(id)),
    keyedHash(keyring, code, PURPOSE),
  ]);
  return { encryptedCode, codeHash };
}

/** Throws if the key is missing. */
export async function decryptCode(
  { keyring }: Config,
  { id, encryptedCode, codeHash }: StoredCode,
): Promise<string> {
  return codeHash === null ? encryptedCode : decrypt(keyring, encryptedCode, boundTo(id));
}

/** The hashes of a code with the current key and every previous key. */
export function hashesOf({ keyring }: Config, code: string): Promise<string[]> {
  return keyedHashes(keyring, code, PURPOSE);
}

/** False if the code was encrypted with a previous key, or is not encrypted yet. */
export function isOfCurrentKey({ keyring }: Config, { codeHash }: StoredCode): boolean {
  return codeHash !== null && keyIdOf(codeHash) === keyring.current.id;
}

function boundTo(id: string): string {
  return `invite-code:${id}`;
}

const keyId = sql`substr(${inviteCodes.codeHash}, 1, ${KEY_ID_LENGTH})`;

/** SQL query: the id of the key of every encrypted code, as `key_id`. */
export const selectKeyIds = sql`select ${keyId} as key_id from ${inviteCodes}
  where ${inviteCodes.codeHash} is not null`;

/**
 * Encrypts up to `limit` codes with the current key that are not encrypted, or were encrypted with a key in `previous`. Safe
 * to interrupt and to run twice at once: a row that has changed in the meantime is skipped.
 */
export async function rewriteCodes({ db, config }: Context, previous: string[], limit: number) {
  const stored = await run(db, selectOutdated(previous, limit));
  const results = await Promise.all(
    stored.map(async (row) => {
      const code = await decryptCode(config, row).catch(() => undefined);
      return (
        code !== undefined && {
          id: row.id,
          previousCode: row.encryptedCode,
          ...(await encryptCode(config, row.id, code)),
        }
      );
    }),
  );
  const intact = results.filter((row) => row !== false);
  const rewritten = intact.length === 0 ? 0 : await run(db, updateCodes(intact));
  return { found: results.length, rewritten, damaged: results.length - intact.length };
}

/** In random order, so that damaged rows do not block the others. */
export function selectOutdated(previous: string[], limit: number) {
  const { id, encryptedCode, codeHash } = inviteCodes;
  const isOfPrevious = sql`${keyId} in ${idsIn(previous)}`;
  // Without a previous key, an index finds the few codes that are not encrypted, and no others are read.
  const isOutdated =
    previous.length === 0 ? isNull(codeHash) : sql`${isNull(codeHash)} or ${isOfPrevious}`;
  return rows(
    { id, encryptedCode, codeHash },
    (fields) => sql`select ${columns(fields)} from ${inviteCodes}
      where ${isOutdated} order by random() limit ${limit}`,
  );
}

type Rewritten = Omit<StoredCode, "codeHash"> & { codeHash: string; previousCode: string };

function updateCodes(codes: Rewritten[]) {
  const { id, encryptedCode } = inviteCodes;
  const of = (field: keyof Rewritten) => sql`fresh.value ->> ${`$.${field}`}`;
  return orm
    .update(inviteCodes)
    .set({ encryptedCode: of("encryptedCode"), codeHash: of("codeHash") })
    .from(sql`json_each(${JSON.stringify(codes)}) as fresh`)
    .where(and(eq(id, of("id")), eq(encryptedCode, of("previousCode"))));
}
