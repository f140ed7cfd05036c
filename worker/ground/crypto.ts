import { base64url } from "jose";

const encoder = new TextEncoder();

const IV_BYTES = 12;
const KEY_ID_BYTES = 6;
/** The length of a key's id in base64url, with which every ciphertext begins. */
export const KEY_ID_LENGTH = 8;

/** A random token in base64url. */
export function randomToken(bytes = 32): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** SHA-256 of a text, in base64url. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(text));
  return base64url.encode(new Uint8Array(digest));
}

/** A new token, and its SHA-256: the database stores only that. */
export async function createHashedToken() {
  const token = randomToken();
  return { token, hash: await sha256(token) };
}

/** `derivation` derives keys for other purposes from the same secret. */
type NamedKey = { id: string; key: CryptoKey; derivation: CryptoKey };

/** The current key, which encrypts, and all keys that decrypt, the current one first. */
export type Keyring = { current: NamedKey; all: Map<string, NamedKey> };

/** Imports AES-256 keys in base64. A key's id is the start of its SHA-256, so it need not be configured. */
/** 32 bytes in base64. */
export const ENCRYPTION_KEY = /^[A-Za-z0-9+/]{43}=$/;

export async function importKeyring(current: string, previous: string[]): Promise<Keyring> {
  const [first, ...rest] = await Promise.all([current, ...previous].map(importKey));
  if (first === undefined) throw new Error("A keyring needs a key.");
  return { current: first, all: new Map([first, ...rest].map((key) => [key.id, key])) };
}

async function importKey(base64: string): Promise<NamedKey> {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const [key, derivation] = await Promise.all([
    crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]),
    crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]),
  ]);
  return { id: base64url.encode(digest.subarray(0, KEY_ID_BYTES)), key, derivation };
}

/**
 * AES-256-GCM. `boundTo` is the additional authenticated data: the ciphertext can be decrypted only with the same value.
 * Returns `keyId.iv.ciphertext`, each in base64url.
 */
export async function encrypt(
  keyring: Keyring,
  plaintext: string,
  boundTo: string,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const ciphertext = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: encoder.encode(boundTo) },
    keyring.current.key,
    encoder.encode(plaintext),
  );
  return [
    keyring.current.id,
    base64url.encode(iv),
    base64url.encode(new Uint8Array(ciphertext)),
  ].join(".");
}

/** Throws if the key is unknown, the text was changed, or `boundTo` differs. */
export async function decrypt(keyring: Keyring, text: string, boundTo: string): Promise<string> {
  const [keyId = "", iv = "", ciphertext = ""] = text.split(".");
  const key = keyring.all.get(keyId)?.key;
  if (key === undefined) throw new Error(`No encryption key has the id ${keyId}.`);
  const plaintext = await crypto.subtle.decrypt(
    {
      name: "AES-GCM",
      iv: Uint8Array.from(base64url.decode(iv)),
      additionalData: encoder.encode(boundTo),
    },
    key,
    Uint8Array.from(base64url.decode(ciphertext)),
  );
  return new TextDecoder().decode(plaintext);
}

/**
 * HMAC-SHA-256 with a key derived for the purpose (HKDF, RFC 5869), as `keyId.mac` in base64url. For looking up secrets that
 * are too short for a plain hash: without the key, an attacker cannot compute the hashes of all possible secrets.
 */
export function keyedHash({ current }: Keyring, text: string, purpose: string): Promise<string> {
  return hmac(current, text, purpose);
}

/** The hashes with every key: a row from before a key rotation has the hash of a previous key. */
export function keyedHashes({ all }: Keyring, text: string, purpose: string): Promise<string[]> {
  return Promise.all([...all.values()].map((key) => hmac(key, text, purpose)));
}

/** Whether one of the keys made this hash of the text. Takes the same time for every wrong hash. */
export async function isKeyedHash(
  { all }: Keyring,
  text: string,
  purpose: string,
  hash: string,
): Promise<boolean> {
  const key = all.get(keyIdOf(hash));
  if (key === undefined) return false;
  const mac = Uint8Array.from(base64url.decode(hash.slice(KEY_ID_LENGTH + 1)));
  return crypto.subtle.verify("HMAC", await hmacKey(key, purpose), mac, encoder.encode(text));
}

/** The id of the key that made a ciphertext or a keyed hash. */
export function keyIdOf(text: string): string {
  return text.slice(0, KEY_ID_LENGTH);
}

function hmacKey({ derivation }: NamedKey, purpose: string) {
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode(purpose) },
    derivation,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign", "verify"],
  );
}

async function hmac(key: NamedKey, text: string, purpose: string) {
  const mac = await crypto.subtle.sign("HMAC", await hmacKey(key, purpose), encoder.encode(text));
  return `${key.id}.${base64url.encode(new Uint8Array(mac))}`;
}
