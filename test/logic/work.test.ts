import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { keysOf } from "#test/support/answers/records.ts";
import { REGISTRY } from "#worker/app/registry.ts";
import type { JobMessage } from "#worker/app/registry.ts";
import type { RegistryEntry } from "#worker/work/begin-due.ts";
import { describe } from "#worker/work/consume.ts";

const registry: readonly RegistryEntry[] = REGISTRY;
const kinds = registry.map(({ work }) => work.kind);

/** The bodies of messages that deployed versions have sent: they are in queues, among dead letters and deferred writes. */
const SENT: { [Kind in JobMessage["kind"]]: object[] } = {
  job: [
    { name: "housekeeping" },
    { name: "affiliations", after: 90_000_001 },
    { name: "affiliations", after: 90_000_001, startedAt: 1, limit: 60 },
  ],
  "deferred-write": [{ sql: "update users set seen_at = ?", params: [1, "a", null] }],
  "check-directors": [
    { round: 1, corporationId: 98_000_001 },
    { round: 1, corporationId: null },
  ],
  refresh: [{ characterId: 90_000_001 }],
  "fold-again": [{}],
  "rotate-keys": [
    { userId: "u", newest: "kid" },
    { userId: "u", newest: null },
  ],
  fetch: [{ runId: "run" }],
  notices: [{ until: 1 }],
  roster: [{}],
  "fleet-readings": [{}],
  "operation-repeats": [{}],
  "membership-ends": [{}],
  evaluate: [{}],
  discord: [{ serverId: "1" }, { serverId: "1", token: "lease", pageSize: 25 }],
  "discord-posts": [{}],
  "discord-events": [{}],
  webhooks: [{}],
  logouts: [{}],
  "refresh-evidence": [{ until: 1 }],
};

test("all work that a domain defines is registered, and once", () => {
  const defined = globSync("worker/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/= defineWork\(\{\s*kind: ("([^"]+)"|JOB),/g)].map(
      ([, , kind]) => kind ?? "job",
    ),
  );
  expect(kinds.toSorted()).toEqual(defined.toSorted());
});

test("what work follows is registered before it", () => {
  for (const [at, { after, unless = [] }] of registry.entries()) {
    const before = registry.slice(0, at).map(({ work }) => work);
    for (const work of [...after, ...unless]) expect(before).toContain(work);
  }
});

test("what deployed versions have sent is understood", () => {
  for (const kind of keysOf(SENT)) {
    for (const fields of SENT[kind]) {
      const { kind: read, shown } = describe(registry, { kind, ...fields });
      const isSecret = kind === "deferred-write";
      expect({ read, shown }).toEqual({
        read: kind,
        shown: isSecret ? { kind } : { kind, ...fields },
      });
    }
  }
});
