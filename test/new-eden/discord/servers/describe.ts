import type { Application } from "#test/new-eden/discord/applications.ts";
import { describeUser, findUser } from "#test/new-eden/discord/people.ts";
import type { World } from "#test/new-eden/world.ts";
import { ACTIONS } from "./audit-log.ts";
import type { AuditEntry } from "./audit-log.ts";
import { permissionBits, permissionsOf } from "./permissions.ts";
import type { Member, Role, Server } from "./server.ts";

/** Discord writes the offset in digits. */
export const timestamp = (ms: number) => new Date(ms).toISOString().replace("Z", "+00:00");

export function describeRole({ id, name, permissions, position, color, ...role }: Role) {
  const { hoist, managed, mentionable = false, botId } = role;
  return {
    id,
    name,
    permissions: permissionBits(permissions),
    position,
    color,
    colors: { primary_color: color, secondary_color: null, tertiary_color: null },
    hoist,
    managed,
    mentionable,
    icon: null,
    unicode_emoji: null,
    ...(managed && { tags: botId === undefined ? { integration_id: id } : { bot_id: botId } }),
    flags: 0,
  };
}

export function describeMember(world: World, { userId, nick, roles, pending, joinedAt }: Member) {
  const user = findUser(world, userId);
  if (user === undefined) throw new Error(`New Eden has no Discord user ${userId}.`);
  return {
    avatar: null,
    avatar_decoration_data: null,
    banner: null,
    collectibles: null,
    communication_disabled_until: null,
    flags: 0,
    joined_at: timestamp(joinedAt),
    nick,
    pending,
    premium_since: null,
    roles,
    user: describeUser(user),
    mute: false,
    deaf: false,
  };
}

/** A server in the list of the bot's servers. */
export function describeMyServer(server: Server, member: Member, withCounts: boolean) {
  return {
    id: server.id,
    name: server.name,
    icon: null,
    banner: null,
    owner: server.ownerId === member.userId,
    permissions: permissionBits(permissionsOf(server, member)),
    features: [],
    ...(withCounts && counts(server)),
  };
}

export function describeServer(server: Server, withCounts: boolean) {
  return {
    id: server.id,
    name: server.name,
    icon: null,
    description: null,
    home_header: null,
    splash: null,
    discovery_splash: null,
    features: server.screening ? ["COMMUNITY", "MEMBER_VERIFICATION_GATE_ENABLED"] : [],
    banner: null,
    owner_id: server.ownerId,
    application_id: null,
    region: "deprecated",
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 1,
    roles: [...server.roles.values()].map(describeRole),
    default_message_notifications: 0,
    mfa_level: server.mfaLevel,
    explicit_content_filter: 0,
    max_presences: null,
    max_members: 500_000,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: "en-US",
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    public_updates_channel_id: null,
    premium_progress_bar_enabled: false,
    nsfw: false,
    nsfw_level: 0,
    emojis: [],
    stickers: [],
    incidents_data: null,
    ...(withCounts && counts(server)),
  };
}

function counts({ members }: Server) {
  return { approximate_member_count: members.size, approximate_presence_count: members.size };
}

export function describeAuditLog(world: World, entries: AuditEntry[]) {
  const people = new Set(entries.flatMap(({ actorId, targetId }) => [actorId, targetId]));
  return {
    audit_log_entries: entries.map(({ id, action, actorId, targetId, changes, reason }) => ({
      id,
      user_id: actorId,
      target_id: targetId,
      action_type: ACTIONS[action],
      ...(changes.length > 0 && { changes }),
      ...(reason !== undefined && { reason }),
    })),
    users: [...people].flatMap((id) => {
      const user = findUser(world, id);
      return user === undefined ? [] : [describeUser(user)];
    }),
    integrations: [],
    webhooks: [],
    guild_scheduled_events: [],
    threads: [],
    application_commands: [],
    auto_moderation_rules: [],
  };
}

/** https://docs.discord.com/developers/resources/application#application-object-application-flags */
const PUBLIC_OAUTH2_CLIENT = 1 << 8;
const GATEWAY_GUILD_MEMBERS_LIMITED = 1 << 15;

export function applicationFlags({ isPublic, membersIntent }: Application): number {
  return (
    (isPublic ? PUBLIC_OAUTH2_CLIENT : 0) | (membersIntent ? GATEWAY_GUILD_MEMBERS_LIMITED : 0)
  );
}

/** `GET /applications/@me` */
export function describeApplication(world: World, application: Application) {
  const flags = applicationFlags(application);
  const owner = findUser(world, application.ownerId);
  const bot = findUser(world, application.id);
  if (owner === undefined || bot === undefined) throw new Error("The application has no owner.");
  const servers = [...world.discord.servers.values()].filter(({ members }) =>
    members.has(application.id),
  );
  return {
    id: application.id,
    name: application.name,
    icon: null,
    description: "",
    type: null,
    bot: describeUser(bot),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: application.publicKey,
    flags,
    flags_new: String(flags),
    redirect_uris: [],
    interactions_endpoint_url: application.interactionsUrl,
    event_webhooks_url: application.eventsUrl,
    event_webhooks_status: application.eventsUrl === null ? 1 : 2,
    event_webhooks_types: application.eventsUrl === null ? [] : ["APPLICATION_DEAUTHORIZED"],
    role_connections_verification_url: null,
    owner: describeUser(owner),
    approximate_guild_count: servers.length,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: world.discord.grants.size,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: ["identify", "email", "guilds.join", "bot"],
  };
}
