import { createToken } from "#worker/applications/tokens.ts";
import { createApplication, saveApplication } from "#worker/applications/service.ts";
import { createWebhook } from "#worker/applications/webhooks/service.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { runCronJob } from "#worker/app/cron-jobs.ts";
import { groups } from "#worker/db/schema/groups.ts";
import type { TestContext } from "#test/support/workerd/test-database.ts";

const NAME = "Sable Meridian Wiki";
/** The wiki of a developer, on the same computer. */
const WIKI = "http://localhost:8080";
/** Muster calls public addresses only. This one does not exist. */
const WEBHOOK = "https://wiki.sable-meridian.example/muster";
const GRANTED = new Set(["Home Defence", "Diplomacy"]);

/** An application with a token and a webhook. Its secrets are thrown away: the page makes others. */
export async function seedApplication(context: TestContext, userId: string) {
  const actor: Administrator = {
    kind: "user",
    userId,
    sessionId: "seed",
    isAdmin: true,
    isGuest: false,
  };
  const redirectUris = [`${WIKI}/callback`];
  const input = { name: NAME, isPublic: false, redirectUris };
  const { application } = await createApplication(context, actor, input, WIKI);
  const { id, version } = application;
  const rows = await context.db.select({ id: groups.id, name: groups.name }).from(groups);
  const granted = rows.filter(({ name }) => GRANTED.has(name));
  await saveApplication(
    context,
    actor,
    { id, origin: WIKI },
    {
      version,
      description: "Doctrines, guides and the history of the alliance",
      postLogoutUris: [`${WIKI}/`],
      grantedGroupIds: granted.map((group) => group.id),
      claims: ["name", "picture", "corporation", "groups"],
    },
  );
  await createToken(context, actor, id, {
    name: "Page editors",
    rights: ["pilots", "groups"],
    days: 365,
  });
  await createWebhook(context, actor, id, {
    url: WEBHOOK,
    topics: ["member.joined", "member.left"],
  });
  // One key in each run: the first signs, the second is published.
  await runCronJob(context, "signing-keys");
  await runCronJob(context, "signing-keys");
}
