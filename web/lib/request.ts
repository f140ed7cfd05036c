import { setServerTime } from "./clock.ts";
import { readSessionToken } from "./session-token.ts";

/** What nobody has come for by then was asked in vain, and may have changed since. */
const KEPT_MS = 10_000;

type Early = { token: string | null; askedAt: number; answer: Promise<Response> };

const early = new Map<string, Early>();

/** Asks the API now for what the first page will want as soon as its code has arrived. */
export function askEarly(path: string): Promise<Response> {
  const token = readSessionToken();
  const answer = ask(path, token, {});
  // Who takes the answer learns of the failure.
  answer.catch(() => undefined);
  early.set(path, { token, askedAt: performance.now(), answer });
  return answer;
}

/** Asks the API, unless this very thing was asked early: then that answer counts, once. */
export function request(path: string, init: RequestInit): Promise<Response> {
  const token = readSessionToken();
  return (init.method === "GET" && takeEarly(path, token)) || ask(path, token, init);
}

function takeEarly(path: string, token: string | null): Promise<Response> | undefined {
  const found = early.get(path);
  early.delete(path);
  if (found?.token !== token || performance.now() - found.askedAt > KEPT_MS) return undefined;
  return found.answer;
}

async function ask(path: string, token: string | null, init: RequestInit): Promise<Response> {
  const headers = new Headers({ "Content-Type": "application/json" });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const response = await fetch(path, { ...init, headers });
  setServerTime(response.headers.get("Date"));
  return response;
}
