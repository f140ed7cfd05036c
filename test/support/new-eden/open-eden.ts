import * as z from "zod/mini";
import { readJson } from "#test/support/answers/read-json.ts";
import { createHash, randomBytes } from "node:crypto";
import { newEdenApp } from "#test/new-eden/app.ts";
import { COMPATIBILITY_DATE } from "#test/new-eden/esi/document.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { createWorld } from "#test/new-eden/world.ts";
import { newEdenControl } from "./new-eden.ts";

const BASE = "https://new-eden.test";
const { EVE_CLIENT_ID, EVE_CLIENT_SECRET } = localVars(0);

export const REDIRECT_URI = "https://muster.test/auth/callback";
const BASIC = `Basic ${btoa(`${EVE_CLIENT_ID}:${EVE_CLIENT_SECRET}`)}`;

export type Eden = ReturnType<typeof openEden>;

/** A world without the Worker: tests can send requests that the Worker may not send. */
export function openEden() {
  const world = createWorld(BASE);
  const send = async (input: string | URL | Request, init?: RequestInit) =>
    newEdenApp.fetch(new Request(input, init), { world });

  return {
    world,
    send,
    control: newEdenControl(BASE, send),
    /** Calls ESI with the required headers; `token` is an access token. */
    esi: (path: string, { token, headers = {}, ...init }: EsiInit = {}) =>
      send(`${BASE}/esi${path}`, {
        ...init,
        headers: {
          "User-Agent": "Tests/1.0 (tests@muster.test)",
          "X-Compatibility-Date": COMPATIBILITY_DATE,
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...headers,
        },
      }),
    authorizationUrl: (query: Record<string, string> = {}) => {
      const url = new URL(`${BASE}/sso/v2/oauth/authorize`);
      const defaults = {
        response_type: "code",
        client_id: EVE_CLIENT_ID,
        redirect_uri: REDIRECT_URI,
        scope: "publicData",
        state: "a-state",
      };
      url.search = String(new URLSearchParams({ ...defaults, ...query }));
      return url.href;
    },
    /** Posts a form to the token endpoint; `authorization` is Muster's by default. */
    token: (form: Record<string, string>, authorization: string | null = BASIC) =>
      send(`${BASE}/sso/v2/oauth/token`, {
        method: "POST",
        body: new URLSearchParams(form),
        ...(authorization !== null && { headers: { Authorization: authorization } }),
      }),
  };
}

type EsiInit = Omit<RequestInit, "headers"> & { token?: string; headers?: Record<string, string> };

const refusalSchema = z.object({
  error: z.string(),
  error_description: z.optional(z.string()),
});

/** Status, code and description of an OAuth error. */
export async function readRefusal(response: Response) {
  const body = await readJson(response, refusalSchema);
  return [response.status, body.error, body.error_description];
}

export function pkcePair() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}
