import { RIGHTS } from "#shared/applications/tokens.ts";
import type { Right } from "#shared/applications/tokens.ts";
import { encryptSecret, newSecret } from "#worker/applications/webhooks/signature.ts";
import { randomToken, sha256 } from "#worker/ground/crypto.ts";
import { applicationGroups, applications } from "#worker/db/schema/applications.ts";
import { facts } from "#worker/db/schema/facts.ts";
import {
  apiTokens,
  webhookDeliveries,
  webhooks,
} from "#worker/db/schema/application-interfaces.ts";
import { write } from "#test/support/answers/write.ts";
import type { Community } from "#test/support/workerd/harness.ts";

/** The key of the fact that each program tells. */
export const FLEETS = "fleets_30d";

/** A fact that an application tells. */
export function prepareFact(
  { context: { db } }: Community,
  applicationId: string,
  given: Partial<typeof facts.$inferInsert> = {},
) {
  const id = randomToken(12);
  const row = {
    id,
    applicationId,
    key: FLEETS,
    title: "Fleets in the last 30 days",
    kind: "number" as const,
    options: [],
    maxAgeHours: 168,
    missing: "unknown" as const,
    createdAt: new Date(),
    ...given,
  };
  return { id: row.id, statements: [db.insert(facts).values(row)] };
}

type Given = {
  groupIds?: string[];
  rights?: readonly Right[];
  claims?: (typeof applications.$inferInsert)["claims"];
  isOn?: boolean;
  expiresAt?: Date;
  /** It may change the members of its groups. */
  isWriter?: boolean;
};

/** An application with a token, and a webhook that has failed to deliver a message. */
export async function prepareProgram(
  muster: Community,
  {
    groupIds = [],
    rights = RIGHTS,
    claims = ["name"],
    isOn = true,
    expiresAt,
    isWriter = false,
  }: Given = {},
) {
  const { db, config } = muster.context;
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
  const fact = prepareFact(muster, id);
  const grants = groupIds.map((groupId) =>
    db.insert(applicationGroups).values({ applicationId: id, groupId, isWritable: isWriter }),
  );
  return {
    statements: [application, token, webhook, delivery, ...fact.statements, ...grants],
    ids: {
      application: id,
      apiToken: tokenId,
      webhook: webhookId,
      delivery: deliveryId,
      fact: FLEETS,
    },
    secret,
  };
}

/** The same, executed, and calls of the API with its token: a read, or with a body a POST unless another method is given. */
export async function insertProgram(muster: Community, given: Given = {}) {
  const { secret, ids, ...rows } = await prepareProgram(muster, given);
  await write(muster, rows);
  const authorization = `Bearer ${secret}`;
  const requestOf = ({ body, method = "POST", headers }: Call = {}) => ({
    headers: {
      authorization,
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { method, body: JSON.stringify(body) }),
  });
  const send = (path: string, call?: Call) => muster.send(`/api/v1${path}`, requestOf(call));
  return { ids, authorization, requestOf, send };
}

type Call = { body?: object; method?: string; headers?: Record<string, string> };
