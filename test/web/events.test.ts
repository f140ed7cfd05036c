import { expect, test } from "vitest";
import { accountEvents } from "#shared/events/account-events.ts";
import { corporationEvents } from "#shared/events/corporation-events.ts";
import { groupEvents } from "#shared/events/group-events.ts";
import { kindsOf } from "#shared/events/kinds.ts";
import type { CorporationEvent, GroupEvent } from "#shared/events/activity.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import { accountSentence } from "#web/events/account-sentence.ts";
import { corporationSentence, problemInWords } from "#web/events/corporation-sentence.ts";
import { changesIn, groupChanges } from "#web/events/changes.ts";
import { sentenceOf, termsOf } from "#web/events/group-sentence.ts";
import { movedInText } from "#web/dashboard/account-event-text.tsx";
import { textOf } from "#web/lib/sentence.ts";

const event: GroupEvent = {
  id: "e1",
  kind: "group_created",
  createdAt: "2026-11-20T10:00:00.000Z",
  actor: { userId: "u1", name: "Mira Tal" },
  subject: { userId: "u2", name: "Tovi Renn" },
  groupId: "g1",
  groupName: "Moon Shift",
  categoryId: "c1",
  categoryName: "Industry",
  detail: {},
  requestId: "r1",
};
const read = (change: Partial<GroupEvent>) => textOf(sentenceOf({ ...event, ...change }));

test("every group event kind has its own sentence", () => {
  const sentences = kindsOf(groupEvents).map((kind) => read({ kind }));
  expect(new Set(sentences).size).toBe(kindsOf(groupEvents).length);
  for (const sentence of sentences)
    expect(sentence).toMatch(/^(Mira Tal|Tovi Renn|Muster|The invitation of) \S/);
});

test("the sentence of an event names the actor and the subject", () => {
  expect(read({ kind: "request_approved" })).toBe("Mira Tal approved the request of Tovi Renn");
  expect(read({ kind: "ownership_transferred" })).toBe(
    "Mira Tal transferred the ownership to Tovi Renn",
  );
  expect(read({ kind: "invitation_expired", actor: null })).toBe(
    "The invitation of Tovi Renn expired",
  );
});

test("an actor without a name reads Unknown User, and an event without an actor reads Muster", () => {
  expect(read({ kind: "member_joined", actor: { userId: "u1", name: null } })).toBe(
    "Unknown User joined",
  );
  expect(read({ kind: "code_revoked", actor: null })).toBe("Muster revoked an invite code");
});

test("players whom the log does not name are outside the group", () => {
  const outsider = { userId: null, name: null };
  expect(read({ kind: "member_left", actor: outsider })).toBe("Someone outside the group left");
  expect(read({ kind: "member_removed", subject: outsider })).toBe(
    "Mira Tal removed someone outside the group",
  );
});

test("changed fields are listed with the labels of the screens", () => {
  const detail = {
    changes: {
      joinMode: { from: "open", to: "invitation_only" },
      name: { from: "open", to: "Moon" },
      description: { from: null, to: "A thousand letters" },
    },
  };
  expect(groupChanges({ ...event, detail })).toEqual([
    { field: "Join mode", from: "Open", to: "Invitation Only" },
    { field: "Name", from: "open", to: "Moon" },
    { field: "Description", from: null, to: null },
  ]);
  expect(groupChanges(event)).toEqual([]);
});

test("edits that left everything as it was say so", () => {
  const detail = { changes: {} };
  expect(read({ kind: "group_updated", detail })).toBe(
    "Mira Tal changed Moon Shift and changed everything back",
  );
  expect(groupChanges({ ...event, detail })).toEqual([]);
});

test("a new invite code states its use limit", () => {
  const kind = "code_created" as const;
  expect(termsOf({ ...event, kind, detail: { useLimit: 1 } })).toEqual({ useLimit: "1 use" });
  expect(termsOf({ ...event, kind, detail: { useLimit: 5 } })).toEqual({ useLimit: "5 uses" });
  expect(termsOf({ ...event, kind, detail: { useLimit: null } })).toEqual({
    useLimit: "unlimited uses",
  });
  expect(termsOf(event)).toBeUndefined();
});

test("every account event kind has its own sentence", () => {
  const common = {
    id: "e1",
    createdAt: "2026-11-20T10:00:00.000Z",
    actor: null,
    subject: { userId: "u1", name: "Mira Tal" },
    characterName: "Tovi Renn",
    discordName: "tovi",
    groupName: "Scouts",
    suspension: { until: "2026-12-03T00:00:00.000Z", reason: "Shot a friend" },
    moved: { from: "SeAT", characters: 3, groups: 1, requests: 0, hasDiscord: true },
    affiliation: {
      from: { corporationId: 1, corporationName: "Perkone", allianceId: null, allianceName: null },
      to: {
        corporationId: 2,
        corporationName: "Sable Meridian",
        allianceId: 3,
        allianceName: "Null Concord",
      },
    },
    requestId: "r1",
  };
  const sentences = kindsOf(accountEvents).map((kind) =>
    textOf(accountSentence({ ...common, kind })),
  );
  expect(new Set(sentences).size).toBe(kindsOf(accountEvents).length);
  expect(sentences).toContain("Mira Tal made Tovi Renn the main");
  expect(sentences).toContain("Mira Tal linked the Discord account tovi");
  expect(sentences).toContain("Mira Tal moved in from SeAT");
  expect(sentences).toContain(
    "Tovi Renn left Perkone for Sable Meridian, in the alliance Null Concord",
  );
  expect(sentences).toContain("The deployer suspended Mira Tal until Dec 3, 2026: Shot a friend");
});

test("every corporation event kind has its own sentence, with changes and problem", () => {
  const common: Omit<CorporationEvent, "kind"> = {
    id: "e1",
    createdAt: "2026-11-20T10:00:00.000Z",
    corporationId: 98_000_001,
    corporationName: "Sable Meridian",
    actor: { userId: "u1", name: "Aurelia Voss" },
    character: { characterId: 1, characterName: "Oskar Wren" },
    detail: {
      changes: { status: { from: "active", to: "inactive" } },
      problem: "missing_role",
    },
  };
  const sentences = kindsOf(corporationEvents).map((kind) =>
    textOf(corporationSentence({ ...common, kind })),
  );
  expect(new Set(sentences).size).toBe(kindsOf(corporationEvents).length);
  expect(sentences).toContain("Aurelia Voss added Oskar Wren as a director");
  expect(textOf(corporationSentence({ ...common, kind: "corporation_removed", actor: null }))).toBe(
    "Muster removed the corporation Sable Meridian",
  );
  const event = { ...common, kind: "director_unhealthy" } as const;
  expect(changesIn(event.detail.changes)).toEqual([
    { field: "Status", from: "active", to: "inactive" },
  ]);
  expect(problemInWords(event)).toBe("The character lost a role.");
});

test("what a rule did is said of the player, with what a person decided about it", () => {
  expect(read({ kind: "member_joined", actor: null })).toBe(
    "Tovi Renn joined by meeting the requirements",
  );
  expect(read({ kind: "member_removed", actor: null })).toBe(
    "Tovi Renn was removed for not meeting the requirements",
  );
  const detail = { count: 64, reason: "The alliance split" };
  expect(read({ kind: "removals_held", actor: null, detail })).toBe(
    "Muster holds 64 removals from Moon Shift",
  );
  expect(read({ kind: "removals_released", detail })).toBe(
    "Mira Tal released 64 removals from Moon Shift",
  );
});

test("a change of requirements names what changed", () => {
  const from: Rule = {
    tree: { type: "discord_linked" },
    enrolment: "manual",
    listing: "everyone",
    graceDays: 3,
  };
  const to: Rule = { ...from, tree: { type: "account_age", days: 3 }, graceDays: 5 };
  const kind = "requirements_updated";
  const changed = { ...event, kind, detail: { rule: { from, to } } } as const;
  expect(groupChanges(changed)).toEqual([
    { field: "The conditions", from: null, to: null },
    { field: "Days of grace", from: "3", to: "5" },
  ]);
  expect(read(changed)).toBe("Mira Tal changed the requirements");
  expect(read({ kind, detail: { rule: { from: null, to } } })).toBe("Mira Tal added requirements");
  expect(read({ kind, detail: { rule: { from, to: null } } })).toBe(
    "Mira Tal removed the requirements",
  );
  expect(groupChanges({ ...changed, detail: { rule: { from: null, to } } })).toEqual([]);
});

test("the notice of a moved account counts what moved", () => {
  const moved = { from: "Alliance Auth", characters: 1, groups: 0, requests: 0, hasDiscord: false };
  expect(movedInText(moved)).toContain("moved in from Alliance Auth, with 1 character. Muster");
  const more = { ...moved, characters: 3, groups: 2, requests: 1, hasDiscord: true };
  expect(movedInText(more)).toContain(
    "with 3 characters, 2 groups, 1 join request, and your Discord account. Muster",
  );
});
