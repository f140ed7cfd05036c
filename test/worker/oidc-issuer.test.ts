import { expect, test } from "vitest";
import * as z from "zod/mini";
import { authorizeUrl, ISSUER, startProvider } from "#test/support/applications/relying-party.ts";

const EVIL = "evil.test";

const started = z.object({ authorizationUrl: z.string() });

/** What a client, or a proxy before Muster, could say about the host. */
const HEADERS: Record<string, string> = {
  host: EVIL,
  "x-forwarded-host": EVIL,
  "x-forwarded-proto": "http",
  "x-forwarded-server": EVIL,
  "x-original-host": EVIL,
  "x-host": EVIL,
  forwarded: `host=${EVIL};proto=http`,
  origin: `https://${EVIL}`,
  referer: `https://${EVIL}/`,
};

test.for(Object.entries(HEADERS))(
  "the issuer and all addresses stay those of Muster with “%s: %s”",
  async ([name, value]) => {
    const { muster, application } = await startProvider();
    const headers = { [name]: value };
    const discovery = await muster.send("/.well-known/openid-configuration", { headers });
    const document = await discovery.text();
    expect(z.parse(z.looseObject({ issuer: z.string() }), JSON.parse(document)).issuer).toBe(
      ISSUER,
    );
    expect(document).not.toContain(EVIL);
    expect(document).not.toContain("http://");

    const refused = authorizeUrl(application.id, { response_type: "token" });
    const back = await muster.send(refused.pathname + refused.search, { headers });
    const location = new URL(back.headers.get("location") ?? "");
    expect(location.searchParams.get("iss")).toBe(ISSUER);

    const login = await muster.send("/api/auth/login/start", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", "content-type": "application/json", ...headers },
      body: "{}",
    });
    const { authorizationUrl } = started.parse(await login.json());
    expect(new URL(authorizationUrl).searchParams.get("redirect_uri")).toBe(
      `${ISSUER}/auth/callback`,
    );
  },
);
