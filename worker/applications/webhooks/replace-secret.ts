import { and, eq } from "drizzle-orm";
import { OLD_SECRET_HOURS } from "#shared/applications/applications.ts";
import type { WebhookWithSecret } from "#shared/applications/webhooks.ts";
import { recordEvent } from "#worker/audit/record.ts";
import type { Administrator } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { webhooks } from "#worker/db/schema/application-interfaces.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { findWebhook, hostOf, present, unknownWebhook } from "./service.ts";
import { decryptSecret, encryptSecret, newSecret } from "./signature.ts";
import * as store from "./store.ts";

const OLD_SECRET_MS = OLD_SECRET_HOURS * 60 * 60 * 1000;

type Place = { applicationId: string; webhookId: string };

/** A new secret, in this answer alone. The one before signs each message too, for another day. */
export async function replaceSecret(
  context: Context,
  actor: Administrator,
  { applicationId, webhookId: id }: Place,
): Promise<WebhookWithSecret> {
  const { config, db } = context;
  const read = async () => {
    const [found] = await run(db, store.selectSecret({ applicationId, id }));
    if (found === undefined) throw unknownWebhook();
    return found;
  };
  const secret = await withOptimisticLock(read, async ({ url, secret: former, version }) => {
    const isUnchanged = and(eq(webhooks.id, id), eq(webhooks.secretVersion, version));
    const event = recordEvent(
      context,
      {
        kind: "webhook_secret_replaced",
        actor,
        applicationId,
        detail: { label: hostOf(url) },
      },
      store.existsWhere(isUnchanged),
    );
    const next = newSecret();
    const [recorded] = await runBatch(db, [
      event.statement,
      orm
        .update(webhooks)
        .set({
          secret: await encryptSecret(config, next, id),
          lastFour: next.slice(-4),
          secretVersion: version + 1,
          // By the present key, as the new one: the job that rewrites ciphertexts goes by the secret.
          formerSecret: await encryptSecret(config, await decryptSecret(config, former, id), id),
          formerEndsAt: new Date(Date.now() + OLD_SECRET_MS),
        })
        .where(and(isUnchanged, event.applied)),
    ]);
    return recorded.length > 0 && next;
  });
  return { webhook: present(await findWebhook(context, applicationId, id)), secret };
}
