import { expect, test } from "vitest";
import { openEden, readRefusal, REDIRECT_URI } from "#test/support/new-eden/open-eden.ts";
import { MIRA_TAL_ID } from "./ids.ts";

test("choosing a pilot redirects with a code and the state", async () => {
  const { control, authorizationUrl } = openEden();
  const back = new URL((await control.authorize(authorizationUrl(), MIRA_TAL_ID)).redirectUrl);
  expect(back.origin + back.pathname).toBe(REDIRECT_URI);
  expect(back.searchParams.get("state")).toBe("a-state");
  expect(back.searchParams.get("code")).toMatch(/^[\w-]{22}$/);
});

test("the authorize page has a button with the name of every pilot, and Cancel", async () => {
  const { send, authorizationUrl, world } = openEden();
  const response = await send(authorizationUrl());
  const page = await response.text();
  const labels = [...page.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, inner = ""]) =>
    inner.replaceAll(/<[^>]+>/g, "").trim(),
  );
  const names = [...world.pilots.values()].map(({ name }) => name.replaceAll("'", "&#39;"));
  expect(labels.toSorted()).toEqual(["Cancel", ...names].toSorted());
});

test("the form of the authorize page redirects to the application", async () => {
  const { send, authorizationUrl } = openEden();
  const page = await (await send(authorizationUrl())).text();
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
  const post = (form: Record<string, string>) =>
    send(action ?? "", { method: "POST", body: new URLSearchParams(form) });

  const chosen = await post({ character_id: String(MIRA_TAL_ID) });
  expect(chosen.status).toBe(302);
  expect(chosen.headers.get("location")).toContain(`${REDIRECT_URI}?code=`);
  const cancelled = await post({ cancel: "1" });
  expect(cancelled.headers.get("location")).toBe(
    `${REDIRECT_URI}?error=access_denied&state=a-state`,
  );
});

const WRONG_REDIRECT = "The callback URI doesn't match the value stored for this client";

const REFUSED: [query: Record<string, string>, code: string, words: string][] = [
  [{ client_id: "nobody" }, "invalid_request", "Unknown client"],
  [{ redirect_uri: "https://muster.test/auth/callback/" }, "invalid_request", WRONG_REDIRECT],
  [{ redirect_uri: "https://muster.test/elsewhere" }, "invalid_request", WRONG_REDIRECT],
  [{ redirect_uri: "javascript:alert(1)" }, "invalid_request", WRONG_REDIRECT],
  [{ redirect_uri: "" }, "invalid_request", WRONG_REDIRECT],
  [
    { response_type: "password" },
    "unsupported_response_type",
    "The response type is not supported.",
  ],
  [{ state: "" }, "invalid_request", "The state parameter is missing."],
  [
    { code_challenge: "x".repeat(43), code_challenge_method: "plain" },
    "invalid_request",
    "The code challenge method is not supported.",
  ],
  [
    { code_challenge: "short", code_challenge_method: "S256" },
    "invalid_request",
    "The code challenge is not valid.",
  ],
];

test.each(REFUSED)("EVE shows an error instead of its page for %j", async (query, code, words) => {
  const { send, authorizationUrl } = openEden();
  expect(await readRefusal(await send(authorizationUrl(query)))).toEqual([400, code, words]);
});

test("an unknown scope is refused only once the pilot is chosen", async () => {
  const { send, authorizationUrl } = openEden();
  const url = authorizationUrl({ scope: "publicData esi-tea.read_leaves.v1" });
  expect((await send(url)).status).toBe(200);
  const form = new URLSearchParams({ character_id: String(MIRA_TAL_ID) });
  expect(await readRefusal(await send(url, { method: "POST", body: form }))).toEqual([
    400,
    "invalid_scope",
    "The requested 'esi-tea.read_leaves.v1' scope is not valid.",
  ]);
});

test("both metadata documents have EVE's own addresses", async () => {
  const { send } = openEden();
  for (const name of ["oauth-authorization-server", "openid-configuration"]) {
    const response = await send(`https://new-eden.test/sso/.well-known/${name}`);
    expect(await response.json()).toMatchObject({
      issuer: "https://login.eveonline.com",
      token_endpoint: "https://login.eveonline.com/v2/oauth/token",
      code_challenge_methods_supported: ["S256"],
    });
  }
});
