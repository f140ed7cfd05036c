import { expect, test } from "vitest";
import { defaultWhich, kindSections } from "#web/requirements/rule/kinds.ts";

test("a new condition on an authorization is about the main, until every character is chosen", () => {
  const authorization = { type: "authorization" as const, scopes: [] };
  expect(defaultWhich(authorization, true)).toBe("main");
  expect(defaultWhich({ type: "total_sp", minimum: 1 }, true)).toBe("any");
});

test.each(["token", "healthy", "valid authorization"])(
  "“%s” finds the condition on an authorization",
  (typed) => {
    const found = kindSections(typed, true, false).flatMap(({ kinds }) => kinds);
    expect(found.map(({ blank }) => blank.type)).toEqual(["authorization"]);
  },
);
