import { RIGHTS } from "#shared/applications/tokens.ts";
import type { Right } from "#shared/applications/tokens.ts";
import { encryptSecret, newSecret } from "#worker/applications/webhooks/signature.ts";
import { randomToken, sha256 } from "#worker/crypto.ts";
import { applicationGroups, applications } from "#worker/db/schema/applications/applications.ts";
import {
  apiTokens,
  webhookDeliveries,
  webhooks,
} from "#worker/db/schema/applications/interfaces.ts";
import type { Community } from "#test/support/workerd/harness.ts";

type Given = {
  groupIds?: string[];
  rights?: readonly Right[];
  claims?: (typeof applications.$inferInsert)["claims"];
  isOn?: boolean;
  expiresAt?: Date;
};

/** An application with a token, and a webhook that has failed to deliver a message. */
export async function prepareProgram(
  { context: { db, config } }: Community,
  { groupIds = [], rights = RIGHTS, claims = ["name"], isOn = true, expiresAt }: Given = {},
) {
  const id = `program-${randomToken(9)}`;
  const secret = `mst_t_${randomToken()}`;
  const [tokenId, webhookId, deliveryId] = [randomToken(12), randomToken(12), randomToken(12)];
  const at = new Date();
  const token = db.insert(apiTokens).values({
    id: tokenId,
    applicationId: id,
    name: "Wiki",
    rights: [...rights],
    hash: await sha256(secret),
    lastFour: secret.slice(-4),
    createdAt: at,
    ...(expiresAt && { expiresAt }),
  });
  const webhook = db.insert(webhooks).values({
    id: webhookId,
    applicationId: id,
    url: "https://wiki.example.com/hook",
    topics: ["member.joined"],
    secret: await encryptSecret(config, newSecret(), webhookId),
    lastFour: "abcd",
    createdAt: at,
    afterSeq: 0,
  });
  const delivery = db.insert(webhookDeliveries).values({
    id: deliveryId,
    webhookId,
    applicationId: id,
    eventId: randomToken(12),
    topic: "member.joined",
    body: "{}",
    subject: "Mira Tal, Scouts",
    state: "failed",
    tries: 12,
    status: 500,
    createdAt: at,
    dueAt: at,
  });
  const application = db.insert(applications).values({
    id,
    name: "Wiki",
    isOn,
    isPublic: false,
    redirectUris: [],
    postLogoutUris: [],
    claims,
    createdAt: at,
  });
  const grants = groupIds.map((groupId) =>
    db.insert(applicationGroups).values({ applicationId: id, groupId }),
  );
  return {
    statements: [application, token, webhook, delivery, ...grants],
    ids: { application: id, apiToken: tokenId, webhook: webhookId, delivery: deliveryId },
    secret,
  };
}
