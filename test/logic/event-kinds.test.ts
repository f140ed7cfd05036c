import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { definitionOf, events, kindsOf } from "#shared/events/kinds.ts";

const kinds = kindsOf(events);

test("no file but the catalogue lists kinds of events by hand", () => {
  const quoted = `["'](?:${kinds.join("|")})["']`;
  const list = new RegExp(`(?:${quoted},\\s*){3}${quoted}`);
  const files = execFileSync("git", ["ls-files", "shared", "worker", "web"], { encoding: "utf8" });
  const listing = files
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && list.test(readFileSync(file, "utf8")));
  expect(listing).toEqual([]);
});

test("a decision that takes another back names one that players are told of", () => {
  const wrong = kinds.filter((kind) => {
    const { undoes } = definitionOf(kind);
    return undoes !== undefined && definitionOf(undoes).told === undefined;
  });
  expect(wrong).toEqual([]);
});

test("an event of a membership changes it in one way", () => {
  const both = kinds.filter((kind) => {
    const { wayIn, endsMembership, setsEnd } = definitionOf(kind);
    return [wayIn, endsMembership, setsEnd].filter((one) => one !== undefined).length > 1;
  });
  expect(both).toEqual([]);
});

test("an unknown kind of a newer version has no consequences", () => {
  expect(definitionOf("group_painted")).toEqual({});
  expect(definitionOf("toString")).toEqual({});
});
