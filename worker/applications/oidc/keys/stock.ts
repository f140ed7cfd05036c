import { sha256 } from "#worker/crypto.ts";
import type { Config } from "#worker/config.ts";

const KID_LENGTH = 16;

/** A private key as PKCS #8 in base64, and the id under which it is published. */
type StockedKey = { kid: string; pkcs8: string };

/**
 * The signing keys that `npm run deploy` has made and that are not among `used`, in their order. They are secrets of the
 * Worker and not in the database, so no backup has them (docs/decisions/0082-signing-keys-come-with-a-deployment.md).
 */
export async function keysInStock(
  { SIGNING_KEYS_1, SIGNING_KEYS_2 }: Pick<Config, "SIGNING_KEYS_1" | "SIGNING_KEYS_2">,
  used: { kid: string }[],
): Promise<StockedKey[]> {
  const texts = [...SIGNING_KEYS_1, ...SIGNING_KEYS_2];
  const keys = await Promise.all(
    texts.map(async (pkcs8) => ({ kid: (await sha256(pkcs8)).slice(0, KID_LENGTH), pkcs8 })),
  );
  return keys.filter(({ kid }) => !used.some((key) => key.kid === kid));
}
