import { desc, not, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SigningKey } from "#shared/applications/applications.ts";
import { DAY_MS } from "#shared/time.ts";
import { recordEvent } from "#worker/audit/record.ts";
import type { Config } from "#worker/ground/config.ts";
import { decrypt, encrypt, randomToken, sha256 } from "#worker/ground/crypto.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { applications, signingKeys } from "#worker/db/schema/applications.ts";
import { existsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { startJob } from "#worker/work/job-runs.ts";
import { defineWork, DONE } from "#worker/work/define-work.ts";
import { CompactSign, compactVerify } from "jose";
import type { JWK, JWSHeaderParameters } from "jose";

const ROTATED_AFTER_MS = 90 * DAY_MS;
/** A former key stays published for applications that are just checking a signature of it. */
const PUBLISHED_FOR_MS = DAY_MS;
/** Ended sessions are named by ID tokens of former keys: at most so many are kept. */
const KEPT = 8;
const KID_BYTES = 12;

const privateKeySchema = z.looseObject({ kty: z.literal("RSA") });

/** The newest first: it is published and does not sign yet. */
export const selectKeys = prepare(
  {
    kid: signingKeys.kid,
    publicKey: signingKeys.publicKey,
    privateKey: signingKeys.privateKey,
    createdAt: signingKeys.createdAt,
  },
  (fields) => orm.select(fields).from(signingKeys).orderBy(desc(signingKeys.createdAt)).limit(KEPT),
);
export type KeyRow = RowOfStatement<typeof selectKeys>;

/** The additional data of a private key's ciphertext. */
export function boundToSigningKey(kid: string): string {
  return `signing-key:${kid}`;
}

export function presentKeys(keys: KeyRow[]): SigningKey[] {
  const current = keys[1] ?? keys[0];
  return keys.map((key, at) => ({
    kid: key.kid,
    createdAt: key.createdAt.toISOString(),
    state: key === current ? "current" : at === 0 ? "next" : "former",
  }));
}

function publishedOf(keys: KeyRow[]): KeyRow[] {
  const newest = keys[0]?.createdAt.getTime() ?? 0;
  return keys.slice(0, Date.now() - newest < PUBLISHED_FOR_MS ? 3 : 2);
}

/** The keys with which applications check signatures (RFC 7517). */
export function publishedKeys(keys: KeyRow[]): { keys: object[] } {
  return {
    keys: publishedOf(keys).map(({ kid, publicKey: { kty = "RSA", n = "", e = "" } }) => ({
      kty,
      n,
      e,
      kid,
      use: "sig",
      alg: "RS256",
    })),
  };
}

/** Signs an ID token or a logout token. Throws `unavailable` within the first minute of the first application. */
export async function sign(
  { config }: Context,
  keys: KeyRow[],
  payload: Record<string, unknown>,
  typ = "JWT",
): Promise<string> {
  const key = keys[1] ?? keys[0];
  if (key === undefined) {
    throw new ApiError("keys_being_made", {}, { retryAfterSeconds: 60 });
  }
  const decrypted = await decrypt(config.keyring, key.privateKey, boundToSigningKey(key.kid));
  return signWith(privateKeySchema.parse(JSON.parse(decrypted)), { kid: key.kid, typ }, payload);
}

/** The payload of a token that Muster has signed, expired or not; undefined for any other text. */
export function readSigned(keys: KeyRow[], token: string) {
  return payloadOf(token, (kid) => keys.find((key) => key.kid === kid)?.publicKey);
}

/** What an application reads of a token: it knows the published keys alone. */
export function readPublished(keys: KeyRow[], token: string) {
  return readSigned(publishedOf(keys), token);
}

export const selectAnyApplication = prepare({ id: applications.id }, (fields) =>
  orm.select(fields).from(applications).limit(1),
);

/** A row if a key is due: one of the first two once there is an application, or another one when the newest gets old. */
export const selectDueKey = prepare({ applicationId: applications.id }, (fields) =>
  orm
    .select(fields)
    .from(applications)
    .where(
      sql`(select count(*) < 2 or max(${signingKeys.createdAt}) < ${sql.placeholder("now")} - ${sql.raw(String(ROTATED_AFTER_MS))}
        from ${signingKeys})`,
    )
    .limit(1),
);

/** A job of every hour. */
export async function keepSigningKeys(context: Context): Promise<number> {
  const [keys, due] = await runBatch(context.db, [selectKeys(), selectDueKey({ now: Date.now() })]);
  return due.length === 0 ? 0 : addKey(context, keys, "job");
}

/**
 * For this user, the next key begins to sign, and another is published, unless there is a newer one than `newest` by now: once,
 * however often the message is delivered.
 */
export const keyRotation = defineWork({
  kind: "rotate-keys",
  message: z.object({ userId: z.string(), newest: z.nullable(z.string()) }),
  async slice(context, { userId, newest }) {
    const keys = await run(context.db, selectKeys());
    if ((keys[0]?.kid ?? null) === newest) await addKey(context, keys, { userId });
    return DONE;
  },
});

/**
 * The next key: of the stock that came with the deployment; without a stock a new one, unless the plan has no processor time for
 * it. Then undefined: the present key goes on signing, and the self-diagnosis says what to do.
 */
async function nextKey(
  config: Config,
  keys: KeyRow[],
): Promise<(KeyPair & { kid: string }) | undefined> {
  const [stocked] = await keysInStock(config, keys);
  if (stocked !== undefined) return { kid: stocked.kid, ...(await readKeyPair(stocked.pkcs8)) };
  if (config.PLAN === "free") return undefined;
  return { kid: randomToken(KID_BYTES), ...(await makeKeyPair()) };
}

/** How many keys are in stock, and when the next one after them is due. */
export async function stockOf(config: Config, keys: KeyRow[], now: number) {
  const { length: left } = await keysInStock(config, keys);
  const missing = Math.max(0, 2 - keys.length);
  const newest = keys[0]?.createdAt.getTime() ?? now;
  return { left, lastsUntil: newest + (left - missing + 1) * ROTATED_AFTER_MS };
}

/** Whether a rotation has a key to take. */
export async function hasNextKey(config: Config, keys: KeyRow[]): Promise<boolean> {
  return config.PLAN === "paid" || (await keysInStock(config, keys)).length > 0;
}

/** Adds a key, unless another invocation has added one since. Returns how many it added. */
async function addKey(
  context: Context,
  keys: KeyRow[],
  actor: "job" | { userId: string },
): Promise<number> {
  const { config, db } = context;
  const next = await nextKey(config, keys);
  if (next === undefined) return 0;
  const { kid, publicKey, privateKey } = next;
  const encrypted = await encrypt(
    config.keyring,
    JSON.stringify(privateKey),
    boundToSigningKey(kid),
  );
  const newest = keys[0]?.createdAt ?? new Date(0);
  const isLast = not(existsIn(signingKeys, sql`${signingKeys.createdAt} > ${newest.getTime()}`));
  const event = recordEvent(
    context,
    { kind: "signing_keys_rotated", actor, isOfKeys: true },
    isLast,
  );
  const [recorded] = await runBatch(db, [
    event.statement,
    insertWhere(
      signingKeys,
      { kid, publicKey, privateKey: encrypted, createdAt: new Date() },
      event.applied,
    ),
    orm.delete(signingKeys).where(
      sql`${signingKeys.kid} not in (select ${signingKeys.kid} from ${signingKeys}
          order by ${signingKeys.createdAt} desc limit ${KEPT})`,
    ),
  ]);
  return recorded.length;
}

/** A key is missing: the first application has just been added. */
export async function ensureSigningKeys(context: Context): Promise<void> {
  const keys = await run(context.db, selectKeys());
  if (keys.length <= 1) await startJob(context, "signing-keys");
}

const KID_LENGTH = 16;

/** A private key as PKCS #8 in base64, and the id under which it is published. */
type StockedKey = { kid: string; pkcs8: string };

/**
 * The signing keys that `npm run deploy` has made and that are not among `used`, in their order. They are secrets of the
 * Worker and not in the database, so no backup has them (docs/decisions/0082-signing-keys-come-with-a-deployment.md).
 */
async function keysInStock(
  { SIGNING_KEYS_1, SIGNING_KEYS_2 }: Pick<Config, "SIGNING_KEYS_1" | "SIGNING_KEYS_2">,
  used: { kid: string }[],
): Promise<StockedKey[]> {
  const texts = [...SIGNING_KEYS_1, ...SIGNING_KEYS_2];
  const keys = await Promise.all(
    texts.map(async (pkcs8) => ({ kid: (await sha256(pkcs8)).slice(0, KID_LENGTH), pkcs8 })),
  );
  return keys.filter(({ kid }) => !used.some((key) => key.kid === kid));
}

const ALGORITHM = "RS256";
const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const NEW_KEY = { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

type KeyPair = { publicKey: JWK; privateKey: JWK };

/** A new key pair. Takes more processor time than the free plan allows an invocation. */
async function makeKeyPair(): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey(NEW_KEY, true, ["sign", "verify"]);
  if (!("publicKey" in pair)) throw new Error("RSA makes pairs of keys.");
  return pairOf(pair.privateKey);
}

/** The key pair of a private key in PKCS #8, in base64. */
async function readKeyPair(pkcs8: string): Promise<KeyPair> {
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
const signWith = (key: JWK, header: JWSHeaderParameters, payload: object): Promise<string> =>
  new CompactSign(encoder.encode(JSON.stringify(payload)))
    .setProtectedHeader({ ...header, alg: ALGORITHM })
    .sign(key);

/** The payload of a JWS that one of the keys has signed with RS256; undefined for any other text. */
async function payloadOf(
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
