import { expect, test } from "vitest";
import { anyText, day, filtersInAddress, flag, choiceOf } from "#web/lib/filters.ts";

type Filters = { search?: string; mine?: "true"; waiting?: 3 | 7; from?: string };

const list = filtersInAddress<Filters>({
  search: anyText({ min: 3, max: 5 }),
  mine: { name: "show", ...flag("mine") },
  waiting: choiceOf([3, 7]),
  from: day,
});

test("filters are read from an address as they were written, and texts that are none are ignored", () => {
  const filters: Filters = { search: "Mira", mine: "true", waiting: 7, from: "2026-11-01" };
  expect(list.write(filters).toString()).toBe("search=Mira&show=mine&waiting=7&from=2026-11-01");
  expect(list.read(list.write(filters))).toEqual(filters);
  const none = "search=%20ab%20&show=all&waiting=4&from=2026-02-30&mine=true";
  expect(list.read(new URLSearchParams(none))).toEqual({});
  expect(list.read(new URLSearchParams("search=longer"))).toEqual({ search: "longe" });
});

test("what is no filter stays in the address, and a filter that was taken away leaves", () => {
  const address = new URLSearchParams("tab=requests&show=mine&waiting=3");
  expect(list.write({ waiting: 7 }, address).toString()).toBe("tab=requests&waiting=7");
});

test("a field changes one filter: a text that is no value takes the filter away", () => {
  expect(list.change({ mine: "true" }, "waiting", "3")).toEqual({ mine: "true", waiting: 3 });
  expect(list.change({ mine: "true", waiting: 3 }, "waiting", "")).toEqual({ mine: "true" });
  expect(list.change({ waiting: 3 }, "mine", "mine")).toEqual({ waiting: 3, mine: "true" });
});
