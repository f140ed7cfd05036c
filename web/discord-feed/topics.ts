import type { Topic } from "#shared/discord/feeds.ts";

/** What can be posted, in the order of the settings. */
export const TOPICS: { value: Topic; label: string; hint: string; of: "group" | "corporation" }[] =
  [
    {
      value: "requests",
      label: "Requests to join",
      hint: "With what the player wrote. The bot adds Approve and Reject",
      of: "group",
    },
    { value: "joined", label: "New members", hint: "Who joined, and how", of: "group" },
    { value: "left", label: "Members who left", hint: "Or were removed", of: "group" },
    {
      value: "grace",
      label: "Grace periods",
      hint: "A member no longer meets the requirements",
      of: "group",
    },
    { value: "held", label: "Held removals", hint: "Waiting for a decision", of: "group" },
    {
      value: "director_unhealthy",
      label: "Unhealthy directors",
      hint: "A director can no longer read the corporation",
      of: "corporation",
    },
    {
      value: "token_lost",
      label: "Lost authorizations",
      hint: "EVE has revoked a director’s authorization",
      of: "corporation",
    },
  ];
