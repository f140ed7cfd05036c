import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import document from "#test/new-eden/data/discord-openapi.json" with { type: "json" };
import { openEden } from "#test/support/open-eden.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: "discord", components: document.components });

/** The differences between a body and the schema of Discord's own document. */
function problemsOf(schema: keyof typeof document.components.schemas, body: unknown) {
  const validate = ajv.compile({ $ref: `discord#/components/schemas/${schema}` });
  validate(body);
  return validate.errors ?? [];
}

async function ask(path: string, token: string, eden = openEden()) {
  const response = await eden.send(`https://new-eden.test/discord/api/v10${path}`, {
    headers: { Authorization: `Bearer ${token}`, "User-Agent": "DiscordBot (tests, 1.0)" },
  });
  return { status: response.status, body: await response.json() };
}

test.each([
  ["/users/@me", "UserPIIResponse"],
  ["/oauth2/@me", "OAuth2GetAuthorizationResponse"],
] as const)("the response of GET %s matches Discord's document", async (path, schema) => {
  expect(document.paths[path].get.responses[200].content["application/json"].schema).toEqual({
    $ref: `#/components/schemas/${schema}`,
  });
  const eden = openEden();
  for (const id of eden.world.discord.users.keys()) {
    for (const scopes of [["identify", "email", "guilds.join"], ["identify"]]) {
      const { accessToken } = await eden.control.discord.grant(id, { scopes });
      const { status, body } = await ask(path, accessToken, eden);
      expect(status).toBe(200);
      expect(problemsOf(schema, body)).toEqual([]);
    }
  }
});

test("the error for an unknown token matches Discord's document", async () => {
  for (const path of ["/users/@me", "/oauth2/@me"]) {
    const { status, body } = await ask(path, "unknown");
    expect(status).toBe(401);
    expect(problemsOf("ErrorResponse", body)).toEqual([]);
  }
});
