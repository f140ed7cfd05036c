import { defineConfig } from "vitest/config";
import { inWorkerd, patience } from "#test/vitest.config.ts";

const OF_TOKENS = ["tokens", "lost-tokens", "kept-grants", "account", "fresh-proof"];
const OF_GROUPS = [
  "access",
  "emergency-access",
  "forms",
  "group-members",
  "hold-decisions",
  "invitation-limits",
  "invitations",
  "invite-codes",
  "invite-links",
  "join-requests",
  "membership-ends",
  "pilots-bulk",
  "refusals",
  "request-decisions",
  "request-readers",
  "reviews",
  "sharing",
];

export default defineConfig({
  ...inWorkerd,
  test: {
    ...inWorkerd.test,
    ...patience,
    include: [`test/worker/{${[...OF_TOKENS, ...OF_GROUPS].join(",")}}.test.ts`],
  },
});
