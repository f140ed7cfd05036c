import type { Config } from "#worker/config.ts";
import { decrypt, encrypt, keyedHash, keyedHashes, keyIdOf } from "#worker/crypto.ts";

const PURPOSE = "muster: find invite codes";

/** What the database has of a code. */
export type StoredCode = { id: string; encryptedCode: string; codeHash: string | null };

/** Encrypts a code for the database, bound to its id, with the hash that finds it. */
export async function encryptCode({ keyring }: Config, id: string, code: string) {
  const [encryptedCode, codeHash] = await Promise.all([
    encrypt(keyring, code, boundTo(id)),
    keyedHash(keyring, code, PURPOSE),
  ]);
  return { encryptedCode, codeHash };
}

/** Throws if the key is gone. */
export async function decryptCode(
  { keyring }: Config,
  { id, encryptedCode, codeHash }: StoredCode,
): Promise<string> {
  return codeHash === null ? encryptedCode : decrypt(keyring, encryptedCode, boundTo(id));
}

/** The hashes under which a code may be stored. */
export function hashesOf({ keyring }: Config, code: string): Promise<string[]> {
  return keyedHashes(keyring, code, PURPOSE);
}

/** False for a code of a previous key, and for one that is not encrypted yet. */
export function isOfCurrentKey({ keyring }: Config, { codeHash }: StoredCode): boolean {
  return codeHash !== null && keyIdOf(codeHash) === keyring.current.id;
}

function boundTo(id: string): string {
  return `invite-code:${id}`;
}
