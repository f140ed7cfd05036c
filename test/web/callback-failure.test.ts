import { expect, test } from "vitest";
import { ApiError } from "#web/lib/api/api-error.ts";
import {
  failureOf,
  isUsed,
  reloadedCallback,
  UNEXPECTED_RESPONSE,
  withoutCode,
} from "#web/sign-in/callback-failure.ts";

const FAILED = "Failed to complete authentication";

test("a sign-in that fails without an answer of Muster says so, and what to do", () => {
  const unanswered = [
    new TypeError("Failed to fetch"),
    new SyntaxError("Unexpected token '<', \"<html>\" is not valid JSON"),
    new ApiError(502, "Bad Gateway", undefined),
  ];
  for (const error of unanswered) {
    expect(failureOf(error)).toMatchObject({ message: FAILED, hint: expect.any(String) });
  }
});

test("a sign-in that Muster refuses shows the server's words", () => {
  const error = { code: "sign_in_failed", message: "Log in again.", requestId: "r1" };
  expect(failureOf(new ApiError(400, "", { error }))).toEqual({
    message: "Log in again.",
    requestId: "r1",
  });
});

test("a malformed address of the callback page does not show the API's validation message", () => {
  const error = { code: "invalid_request", message: "state must have …", requestId: "r1" };
  expect(failureOf(new ApiError(400, "", { error })).message).toBe(FAILED);
});

test("an answer of another shape is called unexpected", () => {
  expect(failureOf(new Error(UNEXPECTED_RESPONSE)).message).toBe("Unexpected response from server");
});

test("a suspended account is told so, with the server's words beneath", () => {
  const message = "The suspension has no end date. Reason: Shot a friend";
  const error = { code: "suspended", message, requestId: "r1" };
  expect(failureOf(new ApiError(403, "", { error }))).toEqual({
    message: "Account suspended",
    hint: message,
  });
});

test("only an answer that was used or is too old counts as used", () => {
  const refused = (reason: string) =>
    new ApiError(400, "", { error: { code: "sign_in_failed", reason, message: "x" } });
  const used = ["sign_in_used", "sign_in_used_elsewhere", "sign_in_code_refused"];
  expect(used.every((reason) => isUsed(refused(reason)))).toBe(true);
  expect(isUsed(refused("sign_in_not_verified"))).toBe(false);
  expect(isUsed(new TypeError("Failed to fetch"))).toBe(false);
});

test("a sign-in without a code says why, and what to do", () => {
  const message = "No authorization code received";
  expect(withoutCode(null)).toEqual({ message });
  expect(withoutCode("access_denied").hint).toContain("You cancelled");
  expect(withoutCode("invalid_scope").hint).toContain("EVE did not accept");
  expect(reloadedCallback()).toEqual({ message, hint: expect.stringContaining("was reloaded") });
});
