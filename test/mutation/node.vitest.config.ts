import { defineConfig } from "vitest/config";

const LOGIC = [
  "character-sheet",
  "character-training",
  "director",
  "director-requirements",
  "esi-cooldowns",
  "esi-concurrency",
  "eve-identity",
  "eve-sso",
  "group-policy",
  "group-refusals",
  "member-policy",
  "present-group",
  "rate-limit",
  "request-policy",
  "requirement-conditions",
  "requirement-dependencies",
  "requirement-evaluation",
  "evidence-facts",
  "requirement-writers",
  "fetch-actions",
  "fetch-lists",
  "fetch-pages",
  "fetch-reducer",
  "fetch-run",
  "rotation",
  "encrypted-tokens",
  "kept-grants",
  "section-states",
  "skill-points",
  "token-policy",
  "vetting-policy",
];

export default defineConfig({
  test: { include: [`test/logic/{${LOGIC.join(",")}}.test.ts`, "test/web/format.test.ts"] },
});
