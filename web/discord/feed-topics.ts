import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Topic } from "#shared/discord/feeds.ts";

type TopicTexts = {
  value: Topic;
  label: Message;
  /** In a list of topics. */
  listed: Message;
  hint: Message;
  of: "group" | "corporation";
};

/** What can be posted, in the order of the settings. */
export const TOPICS: TopicTexts[] = [
  {
    value: "requests",
    label: msg`Requests to join`,
    listed: msg`requests to join`,
    hint: msg`With what the player wrote, and a reminder after 3 days. The bot adds Approve and Reject`,
    of: "group",
  },
  {
    value: "joined",
    label: msg`New members`,
    listed: msg`new members`,
    hint: msg`Who joined, and how`,
    of: "group",
  },
  {
    value: "left",
    label: msg`Members who left`,
    listed: msg`members who left`,
    hint: msg`Or were removed`,
    of: "group",
  },
  {
    value: "grace",
    label: msg`Grace periods`,
    listed: msg`grace periods`,
    hint: msg`A member no longer meets the requirements`,
    of: "group",
  },
  {
    value: "held",
    label: msg`Held removals`,
    listed: msg`held removals`,
    hint: msg`Waiting for a decision`,
    of: "group",
  },
  {
    value: "director_unhealthy",
    label: msg`Unhealthy directors`,
    listed: msg`unhealthy directors`,
    hint: msg`A director can no longer read the corporation`,
    of: "corporation",
  },
  {
    value: "token_lost",
    label: msg`Lost authorizations`,
    listed: msg`lost authorizations`,
    hint: msg`EVE has revoked a director’s authorization`,
    of: "corporation",
  },
];
