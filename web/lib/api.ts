import { hc } from "hono/client";
import type { ClientResponse } from "hono/client";
import type { Api } from "#worker/app.ts";
import { ApiError } from "./api-error.ts";
import { setServerTime } from "./clock.ts";
import { noteAnswer } from "./connection.ts";
import { readSessionToken } from "./session-token.ts";

/**
 * The typed client of our API. A call that is not answered with success throws an `ApiError`, so that
 * `await body(api.auth.session.$get())` is what the handler returned.
 */
export const api = hc<Api>("/", { fetch: send }).api;

/** The JSON of an answer. For a 204 there is nothing to read: just await the call. */
export async function body<T>(answer: Promise<ClientResponse<T>>): Promise<T> {
  return (await (await answer).json()) as T;
}

async function send(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = readSessionToken();
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (!headers.has("Content-Type")) headers.set("Content-Type", "application/json");

  const response = await fetch(input, { ...init, headers }).catch((error: unknown) => {
    noteAnswer(false);
    throw error;
  });
  noteAnswer(true);
  setServerTime(response.headers.get("Date"));
  if (response.ok) return response;
  throw new ApiError(response.status, response.statusText, await readJson(response));
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
