import { createHash, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { PORT } from "./port.ts";
import { expect } from "./product.ts";

const ORIGIN = `http://localhost:${PORT}`;
/** Where the application wants its players back: a page of the same server, which shows nothing else. */
export const CALLBACK = `${ORIGIN}/robots.txt`;

const tokensSchema = z.object({ id_token: z.string() });
const claimsSchema = z.object({ name: z.string(), groups: z.array(z.string()) });

export type Client = { id: string; secret: string };

/** What an application does: a request with PKCE, and the exchange of the code. */
export function startRequest({ id, secret }: Client) {
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(8).toString("base64url");
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: "openid profile groups",
    state,
    nonce: "n".repeat(400),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  /** The ID token for the code with which the page came back. */
  async function idToken(page: Page): Promise<string> {
    const params = new URL(page.url()).searchParams;
    expect(params.get("state")).toBe(state);
    const response = await fetch(`${ORIGIN}/oauth/token`, {
      method: "POST",
      headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: params.get("code") ?? "",
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      }),
    });
    return z.parse(tokensSchema, await response.json()).id_token;
  }
  async function claims(page: Page) {
    const [, payload = ""] = (await idToken(page)).split(".");
    return z.parse(claimsSchema, JSON.parse(Buffer.from(payload, "base64url").toString()));
  }
  return { url: `/oauth/authorize?${query.toString()}`, idToken, claims };
}
