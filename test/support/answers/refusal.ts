import { expect } from "vitest";
import { readError } from "./read-error.ts";

/** Expects an error with this status, and this message if given. */
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
