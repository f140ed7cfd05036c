import { Hono } from "hono";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { readBasic } from "#test/new-eden/basic-credentials.ts";
import type { NewEdenApp } from "#test/new-eden/world.ts";
import { banned } from "#test/new-eden/fault-answers.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { channelPage } from "./channels/page.ts";
import { channelRoutes } from "./channels/routes.ts";
import { approve, cancel } from "./authorize.ts";
import { authorizePage } from "./authorize-page.ts";
import { DiscordError, oauthError } from "./error.ts";
import { ACCESS_TOKEN_TTL_SECONDS, redeemCode, refreshGrant, revokeToken } from "./grants.ts";
import { countCall, LIMITS } from "./limits.ts";
import { authorize, describeAuthorization, describeBot, describeMe } from "./me.ts";
import { authorizeBot } from "./servers/bot.ts";
import { install } from "./servers/install.ts";
import { serverPage } from "./servers/page.ts";
import { serverRoutes } from "./servers/routes.ts";
import { banSeconds } from "./tally.ts";

const MUSTER = localVars(0).DISCORD_CLIENT_ID;

/** Other origins may read the responses of Discord's API, errors included. */
const crossOrigin = createMiddleware(async (c, next) => {
  await next();
  c.header("Access-Control-Allow-Origin", "*");
});

/** Cloudflare stands in front of Discord. */
const refuseBanned = createMiddleware<NewEdenApp>(async (c, next) => {
  const seconds = banSeconds(c.env.world);
  if (seconds !== undefined) return banned(seconds);
  await next();
});

/** The User-Agent that Discord requires of programs; browsers cannot set it. */
const requireUserAgent = createMiddleware(async (c, next) => {
  const isBrowser = c.req.header("origin") !== undefined;
  const isBot = /^DiscordBot \(.+, .+\)/.test(c.req.header("user-agent") ?? "");
  if (!isBrowser && !isBot) throw new DiscordError(403, { message: "Forbidden", code: 40333 });
  await next();
});

/** OAuth2 and the API routes for the current user, as on discord.com. */
export const discordRoutes = new Hono<NewEdenApp>()
  .use("/api/*", refuseBanned, crossOrigin, requireUserAgent)
  .get("/oauth2/authorize", (c) =>
    c.html(authorizePage(c.env.world, new URL(c.req.url).searchParams)),
  )
  .post("/oauth2/authorize", async (c) => {
    const { world } = c.env;
    const query = new URL(c.req.url).searchParams;
    const form = await readForm(c);
    const guildId = form.get("guild_id");
    if (guildId !== null) return c.redirect(install(world, query, guildId));
    const choice = form.get("user_id");
    const next = choice === null ? cancel(world, query) : approve(world, query, choice);
    return c.redirect(next.href);
  })
  .get("/channels/:guild/:channel", (c) => {
    const { world } = c.env;
    const channel = world.discord.channels.get(c.req.param("channel"));
    const bot = world.discord.applications.get(MUSTER);
    if (channel === undefined || bot === undefined) return c.notFound();
    const visit = { userId: c.req.query("as"), token: c.req.query("token") };
    return c.html(channelPage(world, bot, channel, visit));
  })
  .get("/channels/:guild", (c) => {
    const server = c.env.world.discord.servers.get(c.req.param("guild"));
    return server === undefined ? c.notFound() : c.html(serverPage(c.env.world, server));
  })
  .post("/api/oauth2/token", async (c) => {
    const { world } = c.env;
    const form = await readForm(c);
    const client = authenticateClient(c, form);
    const grantType = form.get("grant_type");
    if (grantType !== "authorization_code" && grantType !== "refresh_token") {
      throw oauthError("unsupported_grant_type", "Grant type None is not supported");
    }
    const grant =
      grantType === "authorization_code"
        ? redeemCode(world, client, form)
        : refreshGrant(world, client, form.get("refresh_token") ?? "");
    return c.json({
      token_type: "Bearer",
      access_token: grant.accessToken,
      expires_in: ACCESS_TOKEN_TTL_SECONDS,
      refresh_token: grant.refreshToken,
      scope: grant.scopes.join(" "),
    });
  })
  .post("/api/oauth2/token/revoke", async (c) => {
    const form = await readForm(c);
    revokeToken(c.env.world, authenticateClient(c, form), form.get("token") ?? "");
    return c.json({});
  })
  .get("/api/v10/users/@me", (c) => {
    const { world } = c.env;
    const authorization = c.req.header("authorization");
    if (authorization?.startsWith("Bot ") === true) {
      const application = authorizeBot(world, authorization);
      const headers = countCall(world, LIMITS.me, application.id);
      return c.json(describeBot(world, application), 200, headers);
    }
    const { grant, user } = authorize(world, authorization);
    const headers = countCall(world, LIMITS.me, grant.accessToken);
    return c.json(describeMe(grant, user), 200, headers);
  })
  .get("/api/v10/oauth2/@me", (c) => {
    const { world } = c.env;
    const { grant, user } = authorize(world, c.req.header("authorization"));
    const headers = countCall(world, LIMITS.authorization, grant.accessToken);
    return c.json(describeAuthorization(world, grant, user), 200, headers);
  })
  .route("/api/v10", serverRoutes)
  .route("/api/v10", channelRoutes)
  .all("/api/*", () => {
    throw new DiscordError(404, { message: "404: Not Found", code: 0 });
  });

discordRoutes.onError((error, c) => {
  if (error instanceof DiscordError) return error.toResponse(c);
  throw error;
});

/** Only a public application may omit its secret. A secret that is sent is always checked. */
function authenticateClient(c: Context<NewEdenApp>, form: URLSearchParams) {
  const authorization = c.req.header("authorization");
  const inForm = { id: form.get("client_id") ?? "", secret: form.get("client_secret") };
  const sent = authorization === undefined ? [inForm] : readBasic(authorization);
  const { applications } = c.env.world.discord;
  for (const { id, secret } of sent) {
    const client = applications.get(id);
    if (client === undefined) continue;
    if (secret === null ? client.isPublic : client.secret === secret) return client;
  }
  throw oauthError("invalid_client");
}

/** Discord's OAuth2 endpoints accept only forms. */
async function readForm(c: Context): Promise<URLSearchParams> {
  const type = c.req.header("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) {
    throw oauthError("invalid_request", "The content type must be a form");
  }
  return new URLSearchParams(await c.req.text());
}
