import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readConfig } from "#worker/ground/config.ts";
import { openDatabase } from "#worker/db/database.ts";
import { inviteCodes } from "#worker/db/schema/groups.ts";
import { countTokensByKey, rewriteEncrypted } from "#worker/health/encryption-keys.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildCode, buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";

const NEW_KEY = btoa("another-key-of-thirty-two-bytes!");

const muster = await startMuster();
const { db } = muster.context;
/** Muster before and during a key rotation, and after the old key was deleted. */
const rotated = {
  ...muster.env,
  TOKEN_ENCRYPTION_KEY: NEW_KEY,
  TOKEN_ENCRYPTION_KEY_PREVIOUS: muster.env.TOKEN_ENCRYPTION_KEY,
};
const afterwards = { ...rotated, TOKEN_ENCRYPTION_KEY_PREVIOUS: "" };
const during = { ...muster.context, config: await readConfig(rotated) };

/** How many codes each key has encrypted, the current one's first. */
async function countByKey({ config: { keyring } }: typeof during) {
  const counts = await countTokensByKey(db);
  return [...keyring.all.keys()].map((id) => counts[id] ?? 0);
}

/** A group and its codes, the only ones in the database. */
async function buildCodes(count: number) {
  await db.delete(inviteCodes);
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner, visibility: "hidden" });
  const codes = [];
  for (let n = 0; n < count; n++) codes.push(await buildCode(muster, group, owner));
  return { owner, group, codes };
}

/** Stores the codes as a version without encryption did. */
async function storePlainly(codes: { id: string; code: string }[]) {
  for (const { id, code } of codes) {
    await db
      .update(inviteCodes)
      .set({ encryptedCode: code, codeHash: null })
      .where(eq(inviteCodes.id, id));
  }
}

async function redeem(env: Env, code: string) {
  const { sessionToken } = await buildUser(muster);
  const api = (await startMuster(env)).client(sessionToken);
  return (await api.groups["invite-codes"].redeem.$post({ json: { code } })).status;
}

async function listed(env: Env, { owner, group }: Awaited<ReturnType<typeof buildCodes>>) {
  const api = (await startMuster(env)).client(owner.sessionToken);
  const answer = await api.groups[":id"]["invite-codes"].$get({ param: { id: group.id } });
  return (await answer.json()).items.map(({ code }) => code);
}

const stored = () =>
  db.select({ text: inviteCodes.encryptedCode, hash: inviteCodes.codeHash }).from(inviteCodes);

test("invite codes work during a key rotation, are rewritten, and work after the old key is gone", async () => {
  const built = await buildCodes(3);
  const [first, second, third] = built.codes;
  expect(await countByKey(during)).toEqual([0, 3]);
  expect(await redeem(rotated, first?.code ?? "")).toBe(200);
  // Redeeming the code has rewritten it.
  expect(await countByKey(during)).toEqual([1, 2]);
  expect(await rewriteEncrypted(during)).toBe(2);
  expect(await countByKey(during)).toEqual([3, 0]);
  expect(await redeem(afterwards, second?.code ?? "")).toBe(200);
  expect(await listed(afterwards, built)).toContain(third?.code);
});

test("a code whose key is missing cannot be redeemed, can be revoked, and works again when the key is restored", async () => {
  const built = await buildCodes(1);
  const [{ code, id } = { code: "", id: "" }] = built.codes;
  expect(await redeem(afterwards, code)).toBe(404);
  expect(await listed(afterwards, built)).toEqual([null]);
  expect(await redeem(muster.env, code)).toBe(200);
  const api = (await startMuster(afterwards)).client(built.owner.sessionToken);
  const revoked = await api.groups["invite-codes"][":id"].revoke.$post({ param: { id } });
  expect(revoked.status).toBe(204);
});

test("unencrypted codes work, and are encrypted when they are used and a hundred per hour", async () => {
  const built = await buildCodes(130);
  const { codes } = built;
  await storePlainly(codes);
  const [used] = codes;
  expect(await redeem(muster.env, used?.code ?? "")).toBe(200);
  expect(await countByKey(muster.context)).toEqual([1]);
  expect(await rewriteEncrypted(muster.context)).toBe(100);
  expect(await rewriteEncrypted(muster.context)).toBe(29);
  expect(await rewriteEncrypted(muster.context)).toBe(0);
  expect(await countByKey(muster.context)).toEqual([130]);
  const texts = (await stored()).flatMap(({ text, hash }) => [text, hash]);
  for (const { code } of codes) expect(texts).not.toContain(code);
  expect(await redeem(muster.env, codes[77]?.code ?? "")).toBe(200);
  expect(await listed(muster.env, built)).toContain(codes[78]?.code);
});

test("encrypting codes may be interrupted at any point, and the next run finishes the work", async () => {
  const { codes } = await buildCodes(3);
  await storePlainly(codes);
  for (let after = 1; after <= 2; after++) {
    const life = killAfter(muster.env, after);
    try {
      const context = { ...muster.context, db: openDatabase(life.env.DB) };
      await Promise.race([rewriteEncrypted(context), life.died]);
    } finally {
      life.restore();
    }
    for (const { code } of codes) expect(await redeem(muster.env, code)).toBe(200);
    if (after === 1) await storePlainly(codes);
  }
  await rewriteEncrypted(muster.context);
  expect(await countByKey(muster.context)).toEqual([3]);
});
