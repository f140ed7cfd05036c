import { expect, test } from "vitest";
import { createGroupSchema } from "#shared/groups/groups.ts";
import { readLimit } from "#web/groups/invitations/codes-panel.tsx";
import { EMPTY_INPUT } from "#web/groups/group/group-fields.tsx";
import { groupFilters } from "#web/memberships/queries.ts";
import { check } from "#web/lib/form/use-form.ts";
import { itemsOf, totalOf, withoutItems } from "#web/lib/api/pages.ts";

test("group filters survive a round trip through the URL", () => {
  const filters = { categoryId: "c-1", joinMode: "invitation_only", search: "Луна & co" } as const;
  expect(groupFilters.read(groupFilters.write(filters))).toEqual(filters);
  expect(groupFilters.write({}).toString()).toBe("");
  expect(groupFilters.write({ categoryId: "", search: "" }).toString()).toBe("");
});

test("invalid group filters in the URL are ignored", () => {
  expect(groupFilters.read(new URLSearchParams("joinMode=toString&category=&search=%20"))).toEqual(
    {},
  );
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
