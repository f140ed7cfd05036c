import type { Topic } from "#shared/discord/feeds.ts";

/** What can be posted, in the order of the settings. */
export const TOPICS: { topic: Topic; label: string; hint: string; of: "group" | "corporation" }[] =
  [
    {
      topic: "requests",
      label: "Requests to join",
      hint: "With what the player wrote. The bot adds Approve and Reject",
      of: "group",
    },
    { topic: "joined", label: "New members", hint: "Who joined, and how", of: "group" },
    { topic: "left", label: "Members who left", hint: "Or were removed", of: "group" },
    {
      topic: "grace",
      label: "Grace periods",
      hint: "A member no longer meets the requirements",
      of: "group",
    },
    { topic: "held", label: "Held removals", hint: "Waiting for a decision", of: "group" },
    {
      topic: "director_unhealthy",
      label: "Unhealthy directors",
      hint: "A director can no longer read the corporation",
      of: "corporation",
    },
    {
      topic: "token_lost",
      label: "Lost authorizations",
      hint: "EVE has revoked a director’s authorization",
      of: "corporation",
    },
  ];
