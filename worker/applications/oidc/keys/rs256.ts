import { CompactSign, compactVerify } from "jose";
import type { JWK, JWSHeaderParameters } from "jose";

const ALGORITHM = "RS256";
const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const NEW_KEY = { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export type KeyPair = { publicKey: JWK; privateKey: JWK };

/** A new key pair. Takes more processor time than the free plan allows an invocation. */
export async function makeKeyPair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey(NEW_KEY, true, ["sign", "verify"]);
  if (!("publicKey" in pair)) throw new Error("RSA makes pairs of keys.");
  return pairOf(pair.privateKey);
}

/** The key pair of a private key in PKCS #8, in base64. */
export async function readKeyPair(pkcs8: string): Promise<KeyPair> {
  const bytes = Uint8Array.from(atob(pkcs8), (char) => char.charCodeAt(0));
  return pairOf(await crypto.subtle.importKey("pkcs8", bytes, RSA, true, ["sign"]));
}

async function pairOf(key: CryptoKey): Promise<KeyPair> {
  const jwk = await crypto.subtle.exportKey("jwk", key);
  if (!("kty" in jwk)) throw new Error("A key is exported as JWK.");
  const { n = "", e = "" } = jwk;
  return { publicKey: { kty: "RSA", n, e }, privateKey: { ...jwk, kty: "RSA" } };
}

/** A JWS in compact form (RFC 7515, section 7.1). */
export const signWith = (key: JWK, header: JWSHeaderParameters, payload: object): Promise<string> =>
  new CompactSign(encoder.encode(JSON.stringify(payload)))
    .setProtectedHeader({ ...header, alg: ALGORITHM })
    .sign(key);

/** The payload of a JWS that one of the keys has signed with RS256; undefined for any other text. */
export async function payloadOf(
  token: string,
  keyOf: (kid: unknown) => JWK | undefined,
): Promise<Record<string, unknown> | undefined> {
  try {
    const key = ({ kid }: JWSHeaderParameters) => {
      const found = keyOf(kid);
      if (found === undefined) throw new Error("No key has this id.");
      return found;
    };
    const { payload } = await compactVerify(token, key, { algorithms: [ALGORITHM] });
    const value: unknown = JSON.parse(decoder.decode(payload));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return undefined;
  }
}
