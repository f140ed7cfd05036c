import {
  authorizationSchema,
  callbackResultSchema,
  newSessionSchema,
  sessionSchema,
} from "#shared/session.ts";
import type { CallbackResult, Session } from "#shared/session.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { PROOF_COOKIE } from "#worker/auth/sessions/fresh-proof.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { readJson } from "#test/support/answers/read-json.ts";

export type BrowserSession = ReturnType<typeof openBrowser>;

/** A browser with the SPA: keeps cookies and the session token, and goes through EVE's sign-in. */
export function openBrowser(muster: Pick<Muster, "send" | "newEdenBase">) {
  const newEden = newEdenControl(muster.newEdenBase);
  const cookies = new Map<string, string>();
  let sessionToken: string | undefined;

  async function send(path: string, method = "GET", body?: unknown): Promise<Response> {
    const headers = new Headers();
    if (cookies.size > 0) {
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    if (sessionToken !== undefined) headers.set("authorization", `Bearer ${sessionToken}`);
    if (body !== undefined) headers.set("content-type", "application/json");
    const response = await muster.send(`/api${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      const name = pair.slice(0, at);
      if (/; Max-Age=0(;|$)/.test(cookie)) cookies.delete(name);
      else cookies.set(name, pair.slice(at + 1));
    }
    return response;
  }

  /** The URL that the SPA would send the browser to. */
  async function start(kind: "login" | "character" | "proof", body?: unknown): Promise<string> {
    const response = await send(`/auth/${kind}/start`, "POST", body);
    return (await readJson(response, authorizationSchema)).authorizationUrl;
  }

  /** EVE's answer when the player chooses a pilot. */
  async function approve(authorizationUrl: string, characterId: number) {
    const { code, state } = await newEden.authorize(authorizationUrl, characterId);
    if (code === null || state === null) throw new Error("New Eden did not approve the sign-in.");
    return { code, state };
  }

  function callback(answer: { code: string; state: string }): Promise<Response> {
    return send(`/auth/callback?${new URLSearchParams(answer).toString()}`);
  }

  /** Logs in as a pilot and keeps the session if the callback returns one. */
  async function tryLogIn(characterId: number): Promise<Response> {
    return callback(await approve(await start("login"), characterId));
  }

  async function logIn(characterId: number): Promise<CallbackResult> {
    const response = await tryLogIn(characterId);
    const result = await readJson(response, callbackResultSchema);
    sessionToken = result.sessionToken ?? sessionToken;
    return result;
  }

  /** Logs in; a new player claims the pilot as the main. */
  async function signUp(characterId: number) {
    const { requiresClaimMain } = await logIn(characterId);
    if (!requiresClaimMain) return;
    const response = await send("/auth/claim-main", "POST", { characterId });
    if (!response.ok) throw new Error(`The claim failed: ${await response.text()}`);
    sessionToken = (await readJson(response, newSessionSchema)).sessionToken;
  }

  async function link(characterId: number, body?: unknown): Promise<Response> {
    return callback(await approve(await start("character", body), characterId));
  }

  async function session(): Promise<Session> {
    return readJson(await send("/auth/session"), sessionSchema);
  }

  return {
    newEden,
    cookies,
    send,
    start,
    approve,
    callback,
    logIn,
    tryLogIn,
    signUp,
    link,
    session,
    /** As if the session's token were stored in this browser. */
    signInWith(token: string | undefined) {
      sessionToken = token;
    },
    /** The token of the proof cookie. */
    get proof() {
      return cookies.get(`__Host-${PROOF_COOKIE}`);
    },
    get sessionToken() {
      return sessionToken;
    },
  };
}
