import type { World } from "#test/new-eden/world.ts";
import { now } from "#test/new-eden/world.ts";
import { DiscordError, UNAUTHORIZED } from "./error.ts";
import { findGrant } from "./grants.ts";
import type { DiscordGrant } from "./grants.ts";
import type { DiscordUser } from "./people.ts";

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

/** `GET /oauth2/@me` */
export function describeAuthorization(world: World, grant: DiscordGrant, user: DiscordUser) {
  const application = world.discord.applications.get(grant.clientId);
  return {
    application: {
      id: grant.clientId,
      name: application?.name ?? "A deleted application",
      icon: null,
      description: "",
      type: null,
      bot_public: true,
      bot_require_code_grant: false,
      verify_key: "1c0ffee0".repeat(8),
      flags: application?.isPublic === true ? PUBLIC_OAUTH2_CLIENT : 0,
      flags_new: String(application?.isPublic === true ? PUBLIC_OAUTH2_CLIENT : 0),
    },
    scopes: grant.scopes,
    expires: new Date(grant.expiresAt).toISOString().replace("Z", "+00:00"),
    ...(grant.scopes.includes("identify") && { user: describeUser(user) }),
  };
}

const PUBLIC_OAUTH2_CLIENT = 1 << 8;

function describeUser({ id, username, discriminator, globalName }: DiscordUser) {
  return {
    id,
    username,
    avatar: null,
    discriminator,
    public_flags: 0,
    flags: 0,
    banner: null,
    accent_color: null,
    global_name: globalName,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
  };
}
