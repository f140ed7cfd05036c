import type { World } from "#test/new-eden/world.ts";
import { now } from "#test/new-eden/world.ts";
import type { Application } from "./applications.ts";
import { DiscordError, UNAUTHORIZED } from "./error.ts";
import { findGrant } from "./grants.ts";
import type { DiscordGrant } from "./grants.ts";
import { describeUser, findUser } from "./people.ts";
import type { DiscordUser } from "./people.ts";
import { applicationFlags, timestamp } from "./servers/describe.ts";

/** The grant of a bearer token; throws Discord's 401. */
export function authorize(world: World, authorization: string | undefined) {
  const [scheme, token = ""] = (authorization ?? "").split(" ");
  const grant = findGrant(world, token);
  const user = world.discord.users.get(grant?.userId ?? "");
  const isGood = scheme === "Bearer" && grant?.accessToken === token && user !== undefined;
  if (!isGood || grant.expiresAt <= now(world)) throw new DiscordError(401, UNAUTHORIZED);
  return { grant, user };
}

/** `GET /users/@me` */
export function describeMe({ scopes }: DiscordGrant, user: DiscordUser) {
  return {
    ...describeUser(user),
    mfa_enabled: true,
    locale: "en-US",
    premium_type: 0,
    ...(scopes.includes("email") && { email: user.email, verified: true }),
  };
}

/** `GET /users/@me` for a bot */
export function describeBot(world: World, { id }: Application) {
  const bot = findUser(world, id);
  if (bot === undefined) throw new DiscordError(401, UNAUTHORIZED);
  return {
    ...describeUser(bot),
    mfa_enabled: false,
    locale: "en-US",
    premium_type: 0,
    email: null,
    verified: true,
  };
}

/** `GET /oauth2/@me` */
export function describeAuthorization(world: World, grant: DiscordGrant, user: DiscordUser) {
  const application = world.discord.applications.get(grant.clientId);
  const flags = application === undefined ? 0 : applicationFlags(application);
  return {
    application: {
      id: grant.clientId,
      name: application?.name ?? "A deleted application",
      icon: null,
      description: "",
      type: null,
      bot_public: true,
      bot_require_code_grant: false,
      verify_key: application?.publicKey ?? "",
      flags,
      flags_new: String(flags),
    },
    scopes: grant.scopes,
    expires: timestamp(grant.expiresAt),
    ...(grant.scopes.includes("identify") && { user: describeUser(user) }),
  };
}
