import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { WebhookTopic } from "#shared/applications/webhooks.ts";

/** What each topic tells, for administrators. */
export const TOPIC_TEXTS: readonly { value: WebhookTopic; hint: Message }[] = [
  { value: "member.joined", hint: msg`A member joined one of the groups it is told about` },
  { value: "member.left", hint: msg`A member left one, or was removed` },
  { value: "grace.started", hint: msg`A member no longer meets the requirements` },
  { value: "main.changed", hint: msg`A player who allowed it chose another main` },
  { value: "character.linked", hint: msg`A player who allowed it linked a character` },
  { value: "character.unlinked", hint: msg`A player who allowed it unlinked or sold a character` },
  { value: "pilot.suspended", hint: msg`A player who allowed it was suspended` },
  { value: "pilot.restored", hint: msg`A suspension ended` },
];
