import { hc } from "hono/client";
import { currentLanguage } from "#web/language/messages.ts";
import { setServerTime } from "#web/lib/clock.ts";
import type { Api } from "#worker/app/app.ts";
import type { RefusedRequest } from "#web/lib/refused-request.ts";
import { BOOKMARK_HEADER } from "#shared/error.ts";
import { ApiError } from "./api-error.ts";
import { noteAnswer, noteReadOnly } from "./connection.ts";
import { readSessionToken } from "./session-token.ts";

/**
 * The typed client of the API. A response without success throws an `ApiError`, so
 * `await body(api.auth.session.$get())` has the type that the handler returned.
 */
export const api = hc<Api>("/", { fetch: send }).api;

/** Parses the JSON of a response. A 204 has none: await the call itself. */
export async function body<T>(answer: Promise<{ json: () => Promise<T> }>): Promise<T> {
  return (await answer).json();
}

async function send(path: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await request(path, init).catch((error: unknown) => {
    noteAnswer(false);
    throw error;
  });
  noteAnswer(true);
  noteReadOnly(response, init.method !== "GET");
  if (response.ok) return response;
  const error = new ApiError(response.status, response.statusText, await readJson(response));
  if (error.code === "fresh_proof_required") error.request = toRequest(path, init);
  throw error;
}

/** Sends a request that was refused once more. Throws as the typed client does. */
export function sendAgain({ method, path, body: content }: RefusedRequest): Promise<Response> {
  return send(path, { method, body: content });
}

function toRequest(path: RequestInfo | URL, init: RequestInit): RefusedRequest {
  const url = new URL(path instanceof Request ? path.url : path, location.origin);
  return {
    method: init.method ?? "GET",
    path: url.pathname + url.search,
    body: typeof init.body === "string" ? init.body : null,
  };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** A read without an answer fails, so that the page can say so. A write may still be made: the browser decides when it has failed. */
export const READ_TIMEOUT_MS = 20_000;

/** Fetches from the API with the session's token, and sets the clock by the answer. */
async function request(path: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const token = readSessionToken();
  const headers = new Headers({
    "Content-Type": "application/json",
    "Accept-Language": currentLanguage(),
  });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  sendBookmark(headers);
  const signal = init.method === "GET" ? AbortSignal.timeout(READ_TIMEOUT_MS) : init.signal;
  const response = await fetch(path, { ...init, headers, ...(signal && { signal }) });
  noteBookmark(response);
  setServerTime(response.headers.get("Date"));
  return response;
}

/** The newest state of the database that this tab has seen: the server answers with one that is no older. */
let bookmark = "";

/**
 * When this window gets the focus: another tab, or a popup of this one, may have written. Without a bookmark, the server reads what is
 * newest.
 */
export function forgetBookmark(): void {
  bookmark = "";
}

/** Not while another window has the focus, for the same reason. */
export function sendBookmark(headers: Headers): void {
  if (bookmark && document.hasFocus()) headers.set(BOOKMARK_HEADER, bookmark);
}

/** Answers may arrive in another order: bookmarks sort from the oldest to the newest. */
export function noteBookmark({ headers }: Response): void {
  const told = headers.get(BOOKMARK_HEADER);
  if (told && told > bookmark) bookmark = told;
}
