import { base64url } from "jose";
import type { JWK } from "jose";

// By WebCrypto itself: jose's classes for signing and for keys would be 2 KB of the Worker, for one algorithm.

const RS256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const NEW_KEY = { ...RS256, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const encoder = new TextEncoder();

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
  return pairOf(await crypto.subtle.importKey("pkcs8", bytes, RS256, true, ["sign"]));
}

async function pairOf(key: CryptoKey): Promise<KeyPair> {
  const jwk = await crypto.subtle.exportKey("jwk", key);
  if (!("kty" in jwk)) throw new Error("A key is exported as JWK.");
  const { n = "", e = "" } = jwk;
  return { publicKey: { kty: "RSA", n, e }, privateKey: { ...jwk, kty: "RSA" } };
}

const importKey = (jwk: JWK, use: "sign" | "verify") =>
  crypto.subtle.importKey("jwk", { ...jwk, kty: "RSA" }, RS256, false, [use]);

const encode = (value: object) => base64url.encode(JSON.stringify(value));

/** A JWS in compact form (RFC 7515, section 7.1). */
export async function signWith(key: JWK, header: object, payload: object): Promise<string> {
  const text = `${encode({ ...header, alg: "RS256" })}.${encode(payload)}`;
  const signature = await crypto.subtle.sign(
    RS256,
    await importKey(key, "sign"),
    encoder.encode(text),
  );
  return `${text}.${base64url.encode(new Uint8Array(signature))}`;
}

/** The payload of a JWS that one of the keys has signed with RS256; undefined for any other text. */
export async function payloadOf(
  token: string,
  keyOf: (kid: unknown) => JWK | undefined,
): Promise<Record<string, unknown> | undefined> {
  const [head = "", body = "", signature = "", ...rest] = token.split(".");
  try {
    const header = decode(head);
    const key = header["alg"] === "RS256" && rest.length === 0 ? keyOf(header["kid"]) : undefined;
    if (key === undefined) return undefined;
    const isSigned = await crypto.subtle.verify(
      RS256,
      await importKey(key, "verify"),
      Uint8Array.from(base64url.decode(signature)),
      encoder.encode(`${head}.${body}`),
    );
    return isSigned ? decode(body) : undefined;
  } catch {
    return undefined;
  }
}

function decode(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(part)));
  return typeof value === "object" && value !== null ? { ...value } : {};
}
