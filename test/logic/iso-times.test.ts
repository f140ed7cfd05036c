import fc from "fast-check";
import { expect, test } from "vitest";
import { toIso } from "#shared/time.ts";

test("a time is written as JavaScript writes it, whichever day came before", () => {
  fc.assert(
    fc.property(fc.array(fc.date({ noInvalidDate: true }), { maxLength: 9 }), (times) => {
      expect(times.map(toIso)).toEqual(times.map((time) => time.toISOString()));
    }),
  );
  expect(() => toIso(new Date(Number.NaN))).toThrow(RangeError);
});
