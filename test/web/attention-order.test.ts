import { expect, test } from "vitest";
import type { AttentionItem } from "#shared/characters.ts";
import { byUrgency } from "#web/dashboard/attention-row.tsx";
import type { Attention } from "#web/dashboard/attention-row.tsx";

const item = (kind: AttentionItem["kind"], characterId: number): AttentionItem => ({
  kind,
  characterId,
  characterName: `Pilot ${characterId}`,
  at: null,
});

const EVERYTHING: Attention = {
  requests: [{ groupId: "g1", groupName: "Wing", count: 2 }],
  reviews: [{ groupId: "g2", groupName: "Home", dueAt: "2026-12-01T00:00:00Z" }],
  ends: [
    { groupId: "g3", groupName: "Guests", endsAt: "2026-12-02T00:00:00Z", isRequested: false },
  ],
  emergencies: [
    {
      groupId: "g4",
      groupName: "Vault",
      userId: "u1",
      role: "admin",
      name: "Bram",
      reason: "Nobody is here",
      startedAt: "2026-11-20T00:00:00Z",
      endsAt: "2026-11-21T00:00:00Z",
      isActive: false,
    },
  ],
  problems: [
    {
      groupId: "g5",
      groupName: "Own",
      isOwner: true,
      outcome: "unmet",
      since: "2026-11-20T00:00:00Z",
      graceEndsAt: null,
      isHeld: false,
      causes: [],
    },
  ],
  attention: [item("token_revoked", 1), item("queue_empty", 2), item("missing_scopes", 3)],
};

const order = (found: Attention) =>
  byUrgency(found).map((entry) => (entry.part === "attention" ? entry.of.kind : entry.part));

test("a lost authorization comes before memberships at risk, these before requests, and hints come last", () => {
  expect(order(EVERYTHING)).toEqual([
    "token_revoked",
    "problems",
    "emergencies",
    "ends",
    "queue_empty",
    "reviews",
    "requests",
    "missing_scopes",
  ]);
});

test("entries of one kind stay in the order of the server", () => {
  const attention = [item("queue_empty", 9), item("token_revoked", 8), item("queue_empty", 1)];
  const sorted = byUrgency({ ...EVERYTHING, problems: [], attention });
  expect(
    sorted.flatMap((entry) => (entry.part === "attention" ? [entry.of.characterId] : [])),
  ).toEqual([8, 9, 1]);
});
