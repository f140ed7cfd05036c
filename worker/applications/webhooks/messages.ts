import { definitionOf } from "#shared/events/kinds.ts";
import type { WebhookTopic } from "#shared/applications/webhooks.ts";
import { isShownGrace } from "#worker/requirements/problems.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";
import type { LogRow } from "./log-store.ts";

/** What an application is told of an event; undefined for what it may not know, or does not want to. */
export type WebhookMessage = {
  eventId: string;
  /** Null: about no pilot. */
  userId: string | null;
  topic: WebhookTopic;
  subject: string;
  body: string;
  at: number;
};

/** `claims` of the application: without `characters`, it is told of mains only. */
export function messageOf(
  row: LogRow,
  { topics, claims }: { topics: readonly string[]; claims: readonly string[] },
): WebhookMessage | undefined {
  const topic = definitionOf(row.kind).webhook;
  if (topic === undefined || !topics.includes(topic)) return undefined;
  if (row.operationGroups !== null) return messageOfOperation(row, topic, row.operationGroups);
  if (row.userId === null) return undefined;
  const isOfCharacter = topic === "character.linked" || topic === "character.unlinked";
  if (isOfCharacter && !claims.includes("characters")) return undefined;
  // It is told when the user confirms it.
  if (row.detail.isUnconfirmed === true) return undefined;
  if (!isShownGrace(row)) return undefined;
  const name = row.mainName ?? "A pilot";
  const about = isOfCharacter ? row.characterName : row.groupName;
  return {
    eventId: row.id,
    userId: row.userId,
    topic,
    subject: about === null ? name : `${name}, ${about}`,
    body: bodyOf(topic, row.createdAt.toISOString(), {
      pilot: {
        id: row.userId,
        main: row.mainId === null ? null : { id: row.mainId, name: row.mainName },
      },
      ...(row.groupId !== null && { group: { id: row.groupId, name: row.groupName } }),
      ...(isOfCharacter && { character: { id: row.characterId, name: row.characterName } }),
      ...((topic === "grace.started" || topic === "pilot.suspended") && {
        until: row.detail.until ?? null,
      }),
    }),
    at: row.createdAt.getTime(),
  };
}

/** A message about an operation: for the groups that the application knows, and never with who planned it. */
function messageOfOperation(
  { id, detail, createdAt }: LogRow,
  topic: WebhookTopic,
  groups: string,
): WebhookMessage {
  const { operationId, title = "" } = detail;
  return {
    eventId: id,
    userId: null,
    topic,
    subject: title,
    body: bodyOf(topic, createdAt.toISOString(), {
      operation: { id: operationId, title },
      groups: parseJsonText(storedJson(groups)),
    }),
    at: createdAt.getTime(),
  };
}

/** A message that says nothing, to try a webhook out. */
export function testBody(at: Date): string {
  return bodyOf("webhook.test", at.toISOString(), {});
}

/** `type`, `timestamp` and `data`, as Standard Webhooks recommends. */
function bodyOf(type: string, timestamp: string, data: object): string {
  return JSON.stringify({ type, timestamp, data });
}
