import { setServerTime } from "./clock.ts";
import { readSessionToken } from "./session-token.ts";

/** Fetches from the API with the session's token, and sets the clock by the answer. */
export async function request(path: string, init: RequestInit): Promise<Response> {
  const token = readSessionToken();
  const headers = new Headers({ "Content-Type": "application/json" });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const response = await fetch(path, { ...init, headers });
  setServerTime(response.headers.get("Date"));
  return response;
}
