import type { WebhookTopic } from "#shared/applications/webhooks.ts";

/** What each topic tells, for administrators. */
export const TOPIC_TEXTS: readonly { value: WebhookTopic; hint: string }[] = [
  { value: "member.joined", hint: "A member joined one of the groups it is told about" },
  { value: "member.left", hint: "A member left one, or was removed" },
  { value: "grace.started", hint: "A member no longer meets the requirements" },
  { value: "main.changed", hint: "A player who allowed it chose another main" },
  { value: "character.linked", hint: "A player who allowed it linked a character" },
  { value: "character.unlinked", hint: "A player who allowed it unlinked or sold a character" },
  { value: "pilot.suspended", hint: "A player who allowed it was suspended" },
  { value: "pilot.restored", hint: "A suspension ended" },
];
