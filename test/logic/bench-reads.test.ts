import { expect, test } from "vitest";
import { unknownReads } from "#test/bench/reads.ts";

test("the bench of the API can call every read route, or says why it is not measured", () => {
  expect(unknownReads()).toEqual([]);
});
