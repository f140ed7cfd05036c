import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROGRAMS, recipeOf } from "#web/applications/settings/recipes.ts";

const issuer = "https://muster.test";
const VALUES = {
  id: "wiki-abc123",
  claims: ["name", "groups", "email"] as const,
  redirectUris: ["https://wiki.nullconcord.com/other"],
  endpoints: {
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    authorize: `${issuer}/oauth/authorize`,
    token: `${issuer}/oauth/token`,
    userinfo: `${issuer}/oauth/userinfo`,
    jwks: `${issuer}/oauth/jwks`,
    revoke: `${issuer}/oauth/revoke`,
    endSession: `${issuer}/oauth/logout`,
  },
};
const valuesWith = (redirectUris: string[]) => ({
  ...VALUES,
  claims: [...VALUES.claims],
  redirectUris,
});

test("every program of the documentation can be chosen", () => {
  const text = readFileSync("docs/applications.md", "utf8");
  const [, programs = ""] = /\n## Add an application\n([^]*)\n## Mumble\n/.exec(text) ?? [];
  const headings = [...programs.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual([...PROGRAMS]);
});

test.each(PROGRAMS)("the recipe of %s has the application's values, and no example", (program) => {
  const { redirectUri, blocks } = recipeOf(program, valuesWith(VALUES.redirectUris));
  const text = JSON.stringify(blocks);
  expect(text).not.toContain("example.com");
  expect(text).not.toContain("CLIENT_ID");
  expect(blocks.length).toBeGreaterThan(0);
  // phpBB is set up as Apache is.
  expect(redirectUri === undefined).toBe(program === "phpBB");
  expect(redirectUri ?? "https://wiki.nullconcord.com/oidc").toMatch(
    /^https:\/\/wiki\.nullconcord\.com\//,
  );
});

test("configuration asks for the scopes of the chosen claims", () => {
  const codeOf = (program: (typeof PROGRAMS)[number]) =>
    recipeOf(program, valuesWith([])).blocks.flatMap((block) =>
      block.kind === "code" ? [block.source] : [],
    );
  const scopes = "openid profile groups email";
  const [apache = ""] = codeOf("Apache with mod_auth_openidc");
  expect(apache).toContain(`OIDCScope "${scopes}"`);
  expect(apache).toContain("OIDCClientID wiki-abc123");
  expect(apache).toContain("OIDCRedirectURI https://forum.example.com/oidc");
  expect(codeOf("nginx with oauth2-proxy")[0]).toContain(`scope = "${scopes} offline_access"`);
  expect(codeOf("MediaWiki")[0]).toContain("[ 'openid', 'profile', 'groups', 'email' ]");
});

test("settings of programs with forms are rows, with what can be copied", () => {
  const { blocks } = recipeOf("Discourse", valuesWith(VALUES.redirectUris));
  const table = blocks.find((block) => block.kind === "table");
  expect(table?.rows).toContainEqual([
    "`openid_connect_authorize_scope`",
    "`openid profile groups email`",
  ]);
});
