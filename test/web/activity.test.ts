import { expect, test } from "vitest";
import { groupEventKindSchema } from "#shared/activity.ts";
import { corporationEventKindSchema } from "#shared/corporations.ts";
import type { CorporationEvent } from "#shared/corporations.ts";
import { accountEventKindSchema } from "#shared/session.ts";
import { accountSentence } from "#web/events/account-sentence.ts";
import { isActivityKind } from "#web/activity/activity-kinds.ts";
import {
  corporationChanges,
  corporationSentence,
  problemOf,
} from "#web/events/corporation-sentence.ts";
import { readActivityFilters, writeActivityFilters } from "#web/activity/use-activity-filters.ts";
import type { Piece } from "#web/events/group-sentence.ts";

const inWords = (pieces: Piece[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece.name)).join("");

test("every event kind is offered as a filter", () => {
  const kinds = [
    ...groupEventKindSchema.options,
    ...accountEventKindSchema.options,
    ...corporationEventKindSchema.options,
  ];
  expect(kinds.filter((kind) => !isActivityKind(kind))).toEqual([]);
  expect(isActivityKind("toString")).toBe(false);
});

test("activity filters survive a round trip through the URL", () => {
  const filters = {
    actor: "Тови & co",
    subject: "Mira Tal",
    group: "g-1_x",
    kind: "main_changed",
    from: "2026-11-01",
    to: "2026-11-20",
  } as const;
  expect(readActivityFilters(writeActivityFilters(filters))).toEqual(filters);
  expect(writeActivityFilters({ actor: "" }).toString()).toBe("");
});

test("invalid activity filters in the URL are ignored", () => {
  const address = "actor=%20&kind=meteor&group=a%20b&from=yesterday&to=2026-02-30";
  expect(readActivityFilters(new URLSearchParams(address))).toEqual({});
});

test("every account event kind has its own sentence", () => {
  const common = {
    id: "e1",
    createdAt: "2026-11-20T10:00:00.000Z",
    actor: null,
    subject: { userId: "u1", name: "Mira Tal" },
    characterName: "Tovi Renn",
    discordName: "tovi",
    requestId: "r1",
  };
  const sentences = accountEventKindSchema.options.map((kind) =>
    inWords(accountSentence({ ...common, kind })),
  );
  expect(new Set(sentences).size).toBe(accountEventKindSchema.options.length);
  expect(sentences).toContain("Mira Tal made Tovi Renn the main");
  expect(sentences).toContain("Mira Tal linked the Discord account tovi");
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
  const sentences = corporationEventKindSchema.options.map((kind) =>
    inWords(corporationSentence({ ...common, kind })),
  );
  expect(new Set(sentences).size).toBe(corporationEventKindSchema.options.length);
  expect(sentences).toContain("Aurelia Voss added Oskar Wren as a director");
  expect(
    inWords(corporationSentence({ ...common, kind: "corporation_removed", actor: null })),
  ).toBe("Muster removed the corporation Sable Meridian");
  const event = { ...common, kind: "director_unhealthy" } as const;
  expect(corporationChanges(event)).toEqual([{ field: "Status", from: "active", to: "inactive" }]);
  expect(problemOf(event)).toBe("The character lost a role.");
});
