import { expect, test } from "vitest";
import { insertApplication } from "#test/support/applications/applications.ts";
import { deployedKey } from "#test/support/applications/deployed-key.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { CALLBACK, publishedKeysOf } from "#test/support/applications/relying-party.ts";
import { keepSigningKeys, keyRotation } from "#worker/applications/oidc/signing-keys.ts";
import { readConfig } from "#worker/ground/config.ts";
import { wordsIn } from "#worker/language/words.ts";
import { checkSigningKeys } from "#worker/health/check-own-work.ts";
import { inWords } from "#worker/health/format.ts";
import { readFacts } from "#worker/health/store.ts";

const ADMIN_ID = 2_113_900_077;
const DAY = 24 * 60 * 60;

const keys = [await deployedKey(), await deployedKey(), await deployedKey()];
const [first, second, third] = keys;
const vars = {
  PLAN: "free",
  ADMIN_CHARACTER_IDS: String(ADMIN_ID),
  SIGNING_KEYS_1: keys.map(({ text }) => text).join(","),
};
const muster = await startMuster(vars);
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: ADMIN_ID });
const routes = muster.client(admin.sessionToken, admin.proof).admin.applications;

const published = async () => (await publishedKeysOf(muster)).keys.map(({ n }) => n);

async function setupLine() {
  const { db, config } = muster.context;
  const facts = await readFacts(db, config, [], Date.now());
  return inWords(await checkSigningKeys(config, facts, Date.now()), await wordsIn("en"));
}

test("on the free plan, keys come from the deployment, each once; none is made, and the self-diagnosis says it in time", async () => {
  expect(await setupLine()).toMatchObject({ state: "ok", words: "No application needs one." });
  await insertApplication(muster, { redirectUris: [CALLBACK] });
  expect(await setupLine()).toMatchObject({
    state: "ok",
    words: expect.stringMatching(/^3 keys in stock, enough until \d{4}-\d\d-\d\d\.$/),
  });
  for (const added of [1, 1, 0]) expect(await keepSigningKeys(muster.context)).toBe(added);
  expect(await published()).toEqual([second?.n, first?.n]);
  expect(await setupLine()).toMatchObject({
    state: "ok",
    words: expect.stringContaining("1 key in stock"),
  });

  await muster.later(91 * DAY, async () => {
    expect(await keepSigningKeys(muster.context)).toBe(1);
    expect(await published()).toEqual([third?.n, second?.n, first?.n]);
  });
  await muster.later(2 * 91 * DAY, async () => {
    expect(await keepSigningKeys(muster.context)).toBe(0);
    expect(await published()).toEqual([third?.n, second?.n]);
  });
  const refused = await routes.keys.rotate.$post();
  expect(refused.status).toBe(409);
  expect((await readError(refused)).message).toContain("npm run deploy");

  await muster.later((91 + 61) * DAY, async () => {
    expect(await setupLine()).toMatchObject({
      state: "warning",
      words: expect.stringContaining("0 keys in stock"),
      fix: expect.stringContaining("npm run deploy"),
    });
  });
});

test("the next deployment brings others, also for those that were not used", async () => {
  const [newest] = (await publishedKeysOf(muster)).keys;
  const brought = await deployedKey();
  const config = await readConfig({
    ...muster.env,
    SIGNING_KEYS_1: "",
    SIGNING_KEYS_2: brought.text,
  });
  const context = { ...muster.context, config };
  const newestKid = String(newest?.["kid"]);
  // A day after the newest was made, and the message comes a second time.
  await muster.later(92 * DAY, async () => {
    const rotation = keyRotation.read({ userId: admin.userId, newest: newestKid });
    await rotation.slice(context);
    await rotation.slice(context);
  });
  expect((await published()).slice(0, 2)).toEqual([brought.n, third?.n]);
});
