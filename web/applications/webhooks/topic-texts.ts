import type { WebhookTopic } from "#shared/applications/webhooks.ts";

/** What each topic tells, for administrators. */
export const TOPIC_TEXTS: readonly { topic: WebhookTopic; text: string }[] = [
  { topic: "member.joined", text: "A member joined one of the groups it is told about" },
  { topic: "member.left", text: "A member left one, or was removed" },
  { topic: "grace.started", text: "A member no longer meets the requirements" },
  { topic: "main.changed", text: "A player who allowed it chose another main" },
  { topic: "character.linked", text: "A player who allowed it linked a character" },
  { topic: "character.unlinked", text: "A player who allowed it unlinked or sold a character" },
  { topic: "pilot.suspended", text: "A player who allowed it was suspended" },
  { topic: "pilot.restored", text: "A suspension ended" },
];
