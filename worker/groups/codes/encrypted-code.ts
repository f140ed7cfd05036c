import type { Config } from "#worker/config.ts";
import { decrypt, encrypt, keyedHash, keyedHashes, keyIdOf } from "#worker/crypto.ts";
import type { inviteCodes } from "#worker/db/schema/groups.ts";

const PURPOSE = "muster: find invite codes";

/** A code as it is stored. `encryptedCode` is plain text while `codeHash` is null. */
export type StoredCode = Pick<typeof inviteCodes.$inferSelect, "id" | "encryptedCode" | "codeHash">;

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
