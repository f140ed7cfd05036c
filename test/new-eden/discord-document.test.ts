import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { TRANSLATED } from "#shared/language/languages.ts";
import document from "#test/new-eden/data/discord-openapi.json" with { type: "json" };
import { discordBot } from "#test/support/discord/discord-bot.ts";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import { presentCommands } from "#worker/discord/commands/definitions.ts";
import { feedMessage } from "#worker/discord/posts/request-message.ts";
import { privately, responseOf } from "#worker/interactions/reply.ts";
import { wordsIn } from "#worker/language/words.ts";
import { readCommandTexts } from "#worker/ops/deploy/steps.ts";
import { localVars } from "./local-vars.ts";

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

const operations = z.parse(
  z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ responses: z.record(z.string(), z.object({ content: z.optional(z.unknown()) })) }),
    ),
  ),
  document.paths,
);

/** The differences between a bot's response and the schema that Discord's document gives for it. */
function differences(answer: { status: number; json: unknown }, path: string, method: string) {
  const described = operations[path]?.[method]?.responses[String(answer.status)];
  expect(described).toBeDefined();
  if (described?.content === undefined) return answer.json === undefined ? [] : ["has a body"];
  const pointer = ["paths", path, method, "responses", String(answer.status)]
    .map((part) => encodeURIComponent(part.replaceAll("/", "~1")))
    .join("/");
  const validate = paths.getSchema(`document#/${pointer}/content/application~1json/schema`);
  expect(validate?.(answer.json)).toBeTypeOf("boolean");
  return validate?.errors ?? [];
}

const paths = new Ajv2020({ strict: false, allErrors: true });
addFormats(paths);
paths.addSchema({ $id: "document", ...document });

test("every response to a bot matches Discord's document", async () => {
  const eden = openEden();
  const { discord } = eden.control;
  const ask = discordBot(eden);
  const { id, roles } = await discord.servers.create({
    screening: true,
    mfaLevel: 1,
    roles: [{ name: "low" }, { name: "Patreon", managed: true, hoist: true, color: 0xff00ff }],
    botPermissions: [
      "BAN_MEMBERS",
      "CREATE_INSTANT_INVITE",
      "MANAGE_NICKNAMES",
      "MANAGE_ROLES",
      "VIEW_AUDIT_LOG",
    ],
  });
  const user = await discord.createUser({ globalName: "Ярослава" });
  const { accessToken } = await discord.grant(user.id);
  const role = roles.find(({ name }) => name === "low")?.id ?? "";
  const check = async (
    method: string,
    described: keyof typeof document.paths,
    status: number,
    { query = "", ...request }: { query?: string; body?: object; reason?: string } = {},
  ) => {
    const path = described
      .replace("{guild_id}", id)
      .replace("{user_id}", user.id)
      .replace("{role_id}", role);
    const answer = await ask(method, path + query, request);
    expect([method, described, answer.status]).toEqual([method, described, status]);
    expect(differences(answer, described, method.toLowerCase())).toEqual([]);
  };
  const member = "/guilds/{guild_id}/members/{user_id}";
  const memberRole = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}";
  await check("GET", "/applications/@me", 200);
  await check("GET", "/users/@me", 200);
  await check("GET", "/users/@me/guilds", 200, { query: "?with_counts=true" });
  await check("GET", "/guilds/{guild_id}", 200, { query: "?with_counts=true" });
  await check("GET", "/guilds/{guild_id}", 200);
  await check("GET", "/guilds/{guild_id}/roles", 200);
  await check("PUT", member, 201, { body: { access_token: accessToken, roles: [role] } });
  await check("PUT", member, 204, { body: { access_token: accessToken } });
  await check("GET", member, 200);
  await check("GET", "/guilds/{guild_id}/members", 200, { query: "?limit=1000" });
  await check("PATCH", member, 200, { body: { nick: "Mira Tal" }, reason: "a reason" });
  await check("PATCH", member, 200, { body: { roles: [] } });
  await check("PUT", memberRole, 204);
  await check("DELETE", memberRole, 204);
  const ban = "/guilds/{guild_id}/bans/{user_id}";
  await check("PUT", ban, 204, { body: { delete_message_seconds: 60 }, reason: "spam" });
  await check("GET", ban, 200);
  await check("GET", "/guilds/{guild_id}/bans", 200);
  await check("DELETE", ban, 204);
  await check("GET", "/guilds/{guild_id}/audit-logs", 200);
  await check("DELETE", "/users/@me/guilds/{guild_id}", 204);
});

test("messages, and the replies to a user's command, match Discord's document", async () => {
  const eden = openEden();
  const { discord } = eden.control;
  const ask = discordBot(eden);
  const { id, ownerId } = await discord.servers.create();
  const channel = await discord.createChannel(id, {});
  const body = { content: "Fleet at 19:00", embeds: [{ description: "Bring logistics" }] };
  const sent = z.object({ id: z.string() });
  const check = async (
    method: string,
    described: keyof typeof document.paths,
    status: number,
    { ids, ...request }: { ids: Record<string, string>; body?: object },
  ) => {
    const path = described.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
    const answer = await ask(method, path, request);
    expect([method, described, answer.status]).toEqual([method, described, status]);
    expect(differences(answer, described, method.toLowerCase())).toEqual([]);
    return answer.json;
  };
  const inChannel = { channel_id: channel.id };
  const posted = await check("POST", "/channels/{channel_id}/messages", 200, {
    ids: inChannel,
    body,
  });
  await check("GET", "/channels/{channel_id}/messages", 200, { ids: inChannel });
  const ids = { ...inChannel, message_id: sent.parse(posted).id };
  await check("GET", "/channels/{channel_id}/messages/{message_id}", 200, { ids });

  const act = { kind: "command" as const, name: "access" };
  const { interaction } = await discord.interaction(ownerId, act, id);
  await discord.respond(interaction.token, { type: 5, data: { flags: 64 } });
  const hook = { webhook_id: localVars(0).DISCORD_CLIENT_ID, webhook_token: interaction.token };
  const original = "/webhooks/{webhook_id}/{webhook_token}/messages/@original";
  await check("GET", original, 200, { ids: hook });
  await check("PATCH", original, 200, { ids: hook, body });
  await check("POST", "/webhooks/{webhook_id}/{webhook_token}", 200, { ids: hook, body });
  await check("GET", original, 200, { ids: hook });
  await check("DELETE", original, 204, { ids: hook });
});

test("errors and rate limits of bots match Discord's document", async () => {
  const eden = openEden();
  const ask = discordBot(eden);
  const { id, ownerId } = await eden.control.discord.servers.create();
  for (const path of ["/guilds/1", `/guilds/${id}/members/1`, `/guilds/${id}/members/1/roles/1`]) {
    const { json } = await ask(path.endsWith("roles/1") ? "PUT" : "GET", path);
    expect(problemsOf("ErrorResponse", json)).toEqual([]);
  }
  const rename = () =>
    ask("PATCH", `/guilds/${id}/members/${ownerId}`, { body: { nick: "Mira Tal" } });
  expect(problemsOf("ErrorResponse", (await rename()).json)).toEqual([]);
  let answer = await rename();
  for (let call = 0; call < 30 && answer.status !== 429; call += 1) answer = await rename();
  expect(answer.status).toBe(429);
  expect(problemsOf("RatelimitedResponse", answer.json)).toEqual([]);
  for (const name of Object.keys(document.components.headers)) {
    expect([...answer.headers.keys()]).toContain(name.toLowerCase());
  }
});

test("what Muster sends to Discord matches Discord's document", async () => {
  const words = await wordsIn("en");
  const place = {
    title: "Capitals Wing",
    url: "https://muster.test/groups/1",
    hasButtons: true,
    words,
  };
  const request = {
    requestId: "abcdefghijklmnop",
    name: "Mira Tall",
    reason: "I fly logistics",
    createdAt: new Date(),
    status: "pending" as const,
    isExtension: false,
    decidedAt: null,
    decidedBy: null,
  };
  const message = feedMessage(place, ["Oskar joined"], [request]);
  const posted = { ...message, nonce: "0123456789abcdef", enforce_nonce: true };
  expect(problemsOf("MessageCreateRequest", posted)).toEqual([]);
  const reply = responseOf(privately("Group not found"));
  expect(problemsOf("CreateMessageInteractionCallbackRequest", reply)).toEqual([]);
  const update = responseOf({ kind: "update", message });
  expect(problemsOf("UpdateMessageInteractionCallbackRequest", update)).toEqual([]);
});

/** Names in a language other than English: https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-naming */
const NAME = /^[-_'\p{L}\p{N}]{1,32}$/u;

test("the commands fit into Discord's document in every language, with names that Discord takes", async () => {
  const commands = presentCommands(await readCommandTexts());
  for (const command of commands) {
    expect(problemsOf("ApplicationCommandUpdateRequest", command)).toEqual([]);
    const parts = "options" in command ? [command, ...command.options] : [];
    for (const { name, name_localizations: names, description_localizations: texts } of parts) {
      expect([name, Object.keys(names)]).toEqual([name, Object.keys(texts)]);
      expect(Object.keys(names).length).toBeGreaterThanOrEqual(TRANSLATED.length);
      for (const text of Object.values<string>(names)) {
        expect(text).toMatch(NAME);
        expect(text).toBe(text.toLowerCase());
      }
    }
  }
});
