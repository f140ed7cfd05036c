import type { Config } from "#worker/ground/config.ts";
import { decrypt, encrypt } from "#worker/ground/crypto.ts";

const PREFIX = "whsec_";
/** The specification allows 24 to 64. */
const SECRET_BYTES = 32;

const encoder = new TextEncoder();

/** A new signing secret. */
export function newSecret(): string {
  return PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** Encrypts a secret for the database. The ciphertext is bound to its webhook. */
export function encryptSecret({ keyring }: Config, secret: string, webhookId: string) {
  return encrypt(keyring, secret, boundToWebhook(webhookId));
}

export function decryptSecret({ keyring }: Config, encrypted: string, webhookId: string) {
  return decrypt(keyring, encrypted, boundToWebhook(webhookId));
}

export function boundToWebhook(webhookId: string): string {
  return `webhook:${webhookId}`;
}

type Secrets = {
  id: string;
  secret: string;
  formerSecret: string | null;
  formerEndsAt: Date | null;
};

/** The keys that sign the messages of a webhook: of its secret, and of the one before until that ends. */
export function signingKeysOf(config: Config, webhook: Secrets): Promise<CryptoKey[]> {
  const { id, secret, formerSecret, formerEndsAt } = webhook;
  const isSigning = formerSecret !== null && (formerEndsAt?.getTime() ?? 0) > Date.now();
  const encrypted = isSigning ? [secret, formerSecret] : [secret];
  return Promise.all(
    encrypted.map(async (text) => importSecret(await decryptSecret(config, text, id))),
  );
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(secret.slice(PREFIX.length)), (char) => char.charCodeAt(0));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/**
 * The headers that prove a message, with a signature of each key:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md. `at` in milliseconds, of this try.
 */
export async function signatureHeaders(keys: CryptoKey[], id: string, at: number, body: string) {
  const timestamp = String(Math.floor(at / 1000));
  const text = encoder.encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(
    keys.map(async (key) => {
      const mac = await crypto.subtle.sign("HMAC", key, text);
      return `v1,${toBase64(new Uint8Array(mac))}`;
    }),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** Base64 with padding, which jose leaves out. */
function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
