import { Webhook } from "standardwebhooks";
import { assert } from "vitest";
import * as z from "zod/mini";
import type { Claim } from "#shared/applications/claims.ts";
import type { WebhookTopic } from "#shared/applications/webhooks.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { insertApplication } from "./applications.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";

const MINUTE = 60;

let lastAdminId = 2_114_700_000;

const messageSchema = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.looseObject({ pilot: z.optional(z.looseObject({ id: z.string() })) }),
});

/** An application with a webhook that New Eden takes, a group that was granted to it, and control of time and the queue. */
export async function openWebhookScene({
  topics = ["member.joined", "member.left"],
  claims = ["name"],
}: { topics?: WebhookTopic[]; claims?: Claim[] } = {}) {
  const adminId = ++lastAdminId;
  const muster = await startMuster({ ADMIN_CHARACTER_IDS: String(adminId) });
  const admin = await buildUser(muster, { characterId: adminId });
  const owner = await buildUser(muster);
  const driver = await driveQueue(muster);
  const { id } = await insertApplication(muster, { claims });
  const group = await buildGroup(muster, { owner, joinMode: "open" });
  await muster.context.db
    .insert(applicationGroups)
    .values({ applicationId: id, groupId: group.id });
  const routes = admin.api.admin.applications[":id"];
  const url = `${muster.newEdenBase}/receiver/hook`;
  const created = await routes.webhooks.$post({ param: { id }, json: { url, topics } });
  assert.equal(created.status, 201);
  const { webhook, secret } = await created.json();
  const { receiver } = newEdenControl(muster.newEdenBase);
  const verifier = new Webhook(secret);

  /** What has arrived, checked by a library that receivers use. */
  async function messages() {
    const received = await receiver.received();
    return received.map(({ headers, body, status }) => {
      assert.ok(status !== undefined);
      const { type, data } = messageSchema.parse(verify(headers, body));
      return { id: headers["webhook-id"], type, data, status };
    });
  }

  /** The library refuses a time that is not now: the clock of the test is the library's too. */
  function verify(headers: Record<string, string>, body: string): unknown {
    const at = Number(headers["webhook-timestamp"]);
    const real = Date.now();
    assert.ok(Math.abs(real / 1000 - at) < 365 * 24 * 3600);
    const payload = verifier.sign(headers["webhook-id"] ?? "", new Date(at * 1000), body);
    assert.equal(headers["webhook-signature"], payload);
    return JSON.parse(body);
  }

  return {
    muster,
    admin,
    owner,
    driver,
    group,
    webhook,
    secret,
    applicationId: id,
    routes,
    receiver,
    verifier,
    messages,
    /** A new pilot joins the group. */
    async join() {
      const pilot = await buildUser(muster);
      await pilot.api.groups[":id"].join.$post({ param: { id: group.id } });
      return pilot;
    },
    /** Runs the cron of so many minutes, one after the other, and what follows. */
    async minutes(count = 1) {
      for (let minute = 0; minute < count; minute += 1) {
        await driver.advance(MINUTE);
        await driver.cron("* * * * *");
        await driver.drain(Date.now());
      }
    },
    async deliveries() {
      const answer = await routes.deliveries.$get({ param: { id }, query: {} });
      return answer.json();
    },
  };
}
