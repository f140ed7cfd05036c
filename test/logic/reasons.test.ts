import { expect, test } from "vitest";
import { REASONS, sayReasonInEnglish, SENTENCES } from "#shared/reasons.ts";
import type { Reason } from "#shared/reasons.ts";
import { ApiError } from "#worker/http/api-error.ts";

test("a sentence has its parameters, numbers with separators, and the form of its number", () => {
  expect(sayReasonInEnglish("already_member", { name: "Logistics" })).toBe(
    "You are already a member of Logistics.",
  );
  expect(sayReasonInEnglish("review_too_large", { name: "Logistics", count: 2000 })).toBe(
    "Logistics has more than 2,000 members, which is too many to review by hand. Requirements can check them.",
  );
  const inUse = (count: number) => sayReasonInEnglish("category_in_use", { name: "Fleets", count });
  expect(inUse(1)).toBe("Fleets still has 1 group. Move or delete its groups first.");
  expect(inUse(1200)).toBe("Fleets still has 1,200 groups. Move or delete its groups first.");
  const until = "2026-12-03T14:00:00.000Z";
  expect(sayReasonInEnglish("suspended_until", { until, reason: "x" })).toContain(
    "ends on Dec 3, 2026, 14:00 EVE time.",
  );
});

test("what a parameter contains is not read as a place for another", () => {
  expect(
    sayReasonInEnglish("invitee_member", { characterName: "{groupName}", groupName: "A" }),
  ).toBe("{groupName} is already a member of A.");
});

test("the compiler asks for the parameters of a sentence, and for no others", () => {
  // @ts-expect-error -- without its count
  expect(new ApiError("category_in_use", { name: "Fleets" }).code).toBe("conflict");
  // @ts-expect-error -- the sentence has no name
  expect(new ApiError("no_such_group", { name: "Fleets" }).message).toBe("Group not found");
});

test("a refusal carries its reason with the parameters, and the code and the sentence of both", () => {
  const error = new ApiError("already_member", { name: "Logistics" });
  expect(error).toMatchObject({
    code: "conflict",
    reason: "already_member",
    params: { name: "Logistics" },
    message: "You are already a member of Logistics.",
    fields: undefined,
    retryAfterSeconds: undefined,
    mergeId: undefined,
    cause: undefined,
  });
  expect(String(error)).toBe("ApiError: You are already a member of Logistics.");
  expect(new ApiError("no_such_group").params).toEqual({});
});

test("a refused field has the sentence of the refusal, and several have sentences of their own", () => {
  expect(new ApiError("webhook_unknown", {}, { field: "address" })).toMatchObject({
    fields: { address: sayReasonInEnglish("webhook_unknown", {}) },
  });
  const fields = { name: "Name is required", days: "Days must be at least 1" };
  const error = new ApiError("invalid_fields", { problem: "Name is required" }, { fields });
  expect(error.fields).toEqual(fields);
});

test("a refusal tells the client when to try again and which account to merge, and the log why", () => {
  const cause = new Error("D1 is overloaded");
  const more = { retryAfterSeconds: 60, mergeId: "m", cause };
  expect(new ApiError("too_many_requests", {}, more)).toMatchObject(more);
  expect(new ApiError("too_many_requests", {}, more).cause).toBe(cause);
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const reasons = Object.keys(REASONS) as Reason[];

test.each(reasons)("every place in the sentence of %s is filled in", (reason) => {
  const anything = new Proxy({}, { get: () => "2026-12-03T14:00:00.000Z" });
  expect(sayReasonInEnglish(reason, anything)).not.toMatch(/[{}]/);
});

test("a reason has one code", () => {
  expect(Object.values(SENTENCES).flatMap(Object.keys)).toHaveLength(reasons.length);
});

test("no two reasons say the same", () => {
  const sentences = reasons
    .filter((reason) => REASONS[reason].message !== "{problem}")
    .map((reason) => REASONS[reason].message);
  expect(new Set(sentences).size).toBe(sentences.length);
});
