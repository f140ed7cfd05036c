import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test, vi } from "vitest";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { openWebhookScene } from "#test/support/applications/webhook-scene.ts";
import { signingKeysOf } from "#worker/applications/webhooks/signature.ts";
import { readConfig } from "#worker/ground/config.ts";
import { runCronJob } from "#worker/app/cron-jobs.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { webhooks } from "#worker/db/schema/application-interfaces.ts";
import { rewriteEncrypted } from "#worker/health/encryption-keys.ts";

afterEach(() => vi.useRealTimers());

type Scene = Awaited<ReturnType<typeof openWebhookScene>>;

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** The administrator has just signed in at EVE. */
async function prove({ muster, admin }: Scene) {
  const isAdmin = eq(sessions.userId, admin.userId);
  await muster.context.db.update(sessions).set({ provenAt: new Date() }).where(isAdmin);
}

async function replace({ routes, applicationId, webhook }: Scene) {
  const param = { id: applicationId, webhookId: webhook.id };
  return routes.webhooks[":webhookId"].secret.$post({ param });
}

async function rowOf({ muster, webhook }: Scene) {
  const isIt = eq(webhooks.id, webhook.id);
  const [row] = await muster.context.db.select().from(webhooks).where(isIt);
  if (row === undefined) throw new Error("The webhook is gone.");
  return row;
}

/** Which of the secrets a receiver's library accepts for the last message. */
async function accepted({ muster }: Scene, secrets: string[]): Promise<boolean[]> {
  const received = await newEdenControl(muster.newEdenBase).receiver.received();
  const message = received.at(-1);
  const at = Number(message?.headers["webhook-timestamp"]);
  // The library compares with its own clock.
  vi.setSystemTime(at * 1000);
  return secrets.map((secret) => {
    try {
      new Webhook(secret).verify(message?.body ?? "", message?.headers ?? {});
      return true;
    } catch {
      return false;
    }
  });
}

test("a new secret and the one before sign together for a day, so that a receiver misses nothing", async () => {
  const scene = await openWebhookScene();
  await prove(scene);
  const replaced = await (await replace(scene)).json();
  const secrets = [scene.secret, replaced.secret];
  expect(replaced.secret).toMatch(/^whsec_/);
  expect(replaced.secret).not.toBe(scene.secret);
  expect(replaced.webhook).toMatchObject({
    lastFour: replaced.secret.slice(-4),
    formerEndsAt: new Date(Date.now() + DAY * 1000).toISOString(),
  });
  await scene.join();
  await scene.minutes();
  expect(await accepted(scene, secrets)).toEqual([true, true]);

  await scene.driver.advance(DAY);
  await scene.join();
  await scene.minutes();
  expect(await accepted(scene, secrets)).toEqual([false, true]);
  await runCronJob(scene.muster.context, "housekeeping");
  expect(await rowOf(scene)).toMatchObject({ formerSecret: null, formerEndsAt: null });

  const log = await scene.admin.api.activity.$get({ query: { kind: "webhook_secret_replaced" } });
  expect((await log.json()).items).toMatchObject([
    { actor: { userId: scene.admin.userId }, detail: { label: "new-eden.test" } },
  ]);
});

test("of several secrets that were replaced, only the last goes on signing", async () => {
  const scene = await openWebhookScene();
  await prove(scene);
  const second = await (await replace(scene)).json();
  const third = await (await replace(scene)).json();
  await scene.join();
  await scene.minutes();
  const secrets = [scene.secret, second.secret, third.secret];
  expect(await accepted(scene, secrets)).toEqual([false, true, true]);
});

test("of two who replace a secret at once, each gets one that signs, or is told to repeat", async () => {
  const scene = await openWebhookScene();
  await prove(scene);
  const answers = await Promise.all([replace(scene), replace(scene)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200);
  const { secret } = (await won?.json()) ?? { secret: "" };
  await scene.join();
  await scene.minutes();
  expect(await accepted(scene, [scene.secret, secret])).toEqual([true, true]);
});

test("a stolen session cannot replace a secret, and a secret is in no row in plain text", async () => {
  const scene = await openWebhookScene();
  await prove(scene);
  const replaced = await (await replace(scene)).json();
  const stored = await scene.muster.env.DB.prepare("select * from webhooks").all();
  for (const secret of [scene.secret, replaced.secret]) {
    expect(JSON.stringify(stored.results)).not.toContain(secret.slice("whsec_".length));
  }
  await scene.muster.env.DB.prepare("update sessions set proven_at = 0").run();
  expect(await readError(await replace(scene))).toMatchObject({ code: "fresh_proof_required" });
});

test("both secrets are encrypted again after a change of the encryption key", async () => {
  const scene = await openWebhookScene();
  await prove(scene);
  await replace(scene);
  const { env, context } = scene.muster;
  const TOKEN_ENCRYPTION_KEY = btoa("another-key-of-thirty-two-bytes!");
  const changed = { ...env, TOKEN_ENCRYPTION_KEY };
  const during = { ...changed, TOKEN_ENCRYPTION_KEY_PREVIOUS: env.TOKEN_ENCRYPTION_KEY };
  await rewriteEncrypted({ ...context, config: await readConfig(during) });
  const keys = await signingKeysOf(await readConfig(changed), await rowOf(scene));
  expect(keys).toHaveLength(2);
});
