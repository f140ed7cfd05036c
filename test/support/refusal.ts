import { expect } from "vitest";
import { readError } from "./read-error.ts";

/** Expects a refusal of this status, in these words if any are given. */
export async function expectRefusal(
  pending: Promise<Response>,
  status: number,
  message?: string | RegExp,
) {
  const response = await pending;
  const error = await readError(response.clone());
  expect({ status: response.status, message: error.message }).toEqual({
    status,
    message: message === undefined ? error.message : expect.stringMatching(message),
  });
}
