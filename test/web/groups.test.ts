import { expect, test } from "vitest";
import { groupEventKindSchema } from "#shared/activity.ts";
import type { GroupEvent } from "#shared/activity.ts";
import { createGroupSchema } from "#shared/groups.ts";
import { changesOf, sentenceOf, termsOf } from "#web/events/group-sentence.ts";
import { readLimit } from "#web/groups/codes/code-form.tsx";
import { EMPTY_INPUT } from "#web/groups/group/group-fields.tsx";
import { readFilters, writeFilters } from "#web/groups/list/use-group-filters.ts";
import { check } from "#web/lib/use-input.ts";
import { itemsOf, totalOf, withoutItems } from "#web/lib/pages.ts";

test("group filters survive a round trip through the URL", () => {
  const filters = { categoryId: "c-1", joinMode: "invitation_only", search: "Луна & co" } as const;
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(writeFilters({}).toString()).toBe("");
  expect(writeFilters({ categoryId: "", search: "" }).toString()).toBe("");
});

test("invalid group filters in the URL are ignored", () => {
  expect(readFilters(new URLSearchParams("joinMode=toString&category=&search=%20"))).toEqual({});
});

test("a new group requires a category and a name, and limits the length of its texts", () => {
  expect(check(createGroupSchema, EMPTY_INPUT)).toEqual({
    problems: { categoryId: "Category is required", name: "Name is required" },
  });
  const long = { ...EMPTY_INPUT, categoryId: "c1", name: "n".repeat(256) };
  expect(check(createGroupSchema, { ...long, description: "d".repeat(1001) })).toEqual({
    problems: {
      name: "Name must be 255 characters or less",
      description: "Description must be 1000 characters or less",
    },
  });
});

test("a name is trimmed, and an empty description is sent as null", () => {
  const input = { ...EMPTY_INPUT, categoryId: "c1", name: "  Moon Shift " };
  expect(check(createGroupSchema, input)).toEqual({
    value: {
      categoryId: "c1",
      name: "Moon Shift",
      description: null,
      visibility: "public",
      joinMode: "open",
    },
  });
});

test("a use limit is empty or a whole number from 1 to 1000", () => {
  expect(["", "  ", "1", " 25 ", "1000"].map(readLimit)).toEqual([null, null, 1, 25, 1000]);
  for (const typed of ["0", "1001", "-1", "1.5", "1e3", "many", "99999"]) {
    expect(readLimit(typed)).toBeUndefined();
  }
});

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
const read = (change: Partial<GroupEvent>) =>
  sentenceOf({ ...event, ...change })
    .map((piece) => (typeof piece === "string" ? piece : piece.name))
    .join("");

test("every group event kind has its own sentence", () => {
  const sentences = groupEventKindSchema.options.map((kind) => read({ kind }));
  expect(new Set(sentences).size).toBe(groupEventKindSchema.options.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^(Mira Tal|The invitation of) \S/);
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
  expect(read({ kind: "member_removed", actor: null })).toBe("Muster removed Tovi Renn");
});

test("changed fields are listed with the labels of the screens", () => {
  const detail = {
    changes: {
      joinMode: { from: "open", to: "invitation_only" },
      name: { from: "open", to: "Moon" },
      description: { from: null, to: "A thousand letters" },
    },
  };
  expect(changesOf({ ...event, detail })).toEqual([
    { field: "Join mode", from: "Open", to: "Invitation Only" },
    { field: "Name", from: "open", to: "Moon" },
    { field: "Description", from: null, to: null },
  ]);
  expect(changesOf(event)).toEqual([]);
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

test("a paged list takes its total from the last page, minus removed items", () => {
  const page = (items: number[], nextCursor: string | null) => ({ items, total: 3, nextCursor });
  const list = { pages: [page([1, 2], "next"), page([3], null)], pageParams: [undefined, "next"] };
  expect(itemsOf(list)).toEqual([1, 2, 3]);
  expect(totalOf(list)).toBe(3);
  const left = withoutItems(list, (item) => item === 2);
  expect(itemsOf(left)).toEqual([1, 3]);
  expect(totalOf(left)).toBe(2);
  expect(itemsOf(undefined)).toEqual([]);
  expect(totalOf(undefined)).toBeUndefined();
});
