import type { Config } from "#worker/config.ts";

/** Discord signs at the moment of sending, and clocks differ by little. */
const REPLAY_WINDOW_MS = 60_000;

const KEY = /^[\da-f]{64}$/i;
const SIGNATURE = /^[\da-f]{128}$/i;
const encoder = new TextEncoder();

/** A request as Discord sends it: the body as it arrived, since the signature is of its bytes. */
export type Signed = { body: Uint8Array; signature: string; timestamp: string };

/**
 * Whether Discord has signed the request within the last minute: Ed25519 over timestamp and body.
 * https://discord.com/developers/docs/interactions/overview#validating-security-request-headers
 */
export async function isFromDiscord(
  { DISCORD_PUBLIC_KEY }: Config,
  { body, signature, timestamp }: Signed,
): Promise<boolean> {
  if (!KEY.test(DISCORD_PUBLIC_KEY) || !SIGNATURE.test(signature)) return false;
  const age = Date.now() - Number(timestamp) * 1000;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > REPLAY_WINDOW_MS) return false;
  const key = await crypto.subtle.importKey("raw", fromHex(DISCORD_PUBLIC_KEY), "Ed25519", false, [
    "verify",
  ]);
  const message = new Uint8Array([...encoder.encode(timestamp), ...body]);
  return crypto.subtle.verify("Ed25519", key, fromHex(signature), message);
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
