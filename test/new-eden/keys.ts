import { exportJWK, generateKeyPair, importJWK } from "jose";
import type { CryptoKey, JWK } from "jose";

export const RSA_KEY_ID = "JWT-Signature-Key";
export const EC_KEY_ID = "8878a23f-2489-4045-989e-4d2f3ec1ae1a";

type Keys = { rsa: CryptoKey; ec: CryptoKey; wrong: CryptoKey; jwks: { keys: JWK[] } };

let keys: Promise<Keys> | undefined;

/** One set of keys for every world of this process: generating an RSA key is slow. */
export function signingKeys(): Promise<Keys> {
  keys ??= generateKeys();
  return keys;
}

async function generateKeys(): Promise<Keys> {
  const [rsa, ec, wrong] = await Promise.all([
    generateKeyPair("RS256", { extractable: true }),
    generateKeyPair("ES256", { extractable: true }),
    generateKeyPair("RS256", { extractable: true }),
  ]);
  return assemble(rsa.privateKey, ec.privateKey, wrong.privateKey);
}

async function assemble(rsa: CryptoKey, ec: CryptoKey, wrong: CryptoKey): Promise<Keys> {
  const [rsaJwk, ecJwk] = await Promise.all([exportJWK(rsa), exportJWK(ec)]);
  const { n = "", e = "" } = rsaJwk;
  const { crv = "", x = "", y = "" } = ecJwk;
  return {
    rsa,
    ec,
    wrong,
    jwks: {
      keys: [
        { kty: "RSA", n, e, alg: "RS256", kid: RSA_KEY_ID, use: "sig" },
        { kty: "EC", crv, x, y, alg: "ES256", kid: EC_KEY_ID, use: "sig" },
      ],
    },
  };
}

/** Private keys as local development stores them between runs. */
export type StoredKeys = Record<"rsa" | "ec" | "wrong", JWK>;

export async function exportSigningKeys(): Promise<StoredKeys> {
  const { rsa, ec, wrong } = await signingKeys();
  return { rsa: await exportJWK(rsa), ec: await exportJWK(ec), wrong: await exportJWK(wrong) };
}

export async function importSigningKeys(stored: StoredKeys) {
  const load = async (jwk: JWK, algorithm: string) => {
    const key = await importJWK(jwk, algorithm, { extractable: true });
    if (key instanceof Uint8Array) throw new Error("This key is symmetric.");
    return key;
  };
  keys = assemble(
    await load(stored.rsa, "RS256"),
    await load(stored.ec, "ES256"),
    await load(stored.wrong, "RS256"),
  );
  await keys;
}
