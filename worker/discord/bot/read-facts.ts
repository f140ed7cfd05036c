import type { Config } from "#worker/ground/config.ts";
import type { ServerFacts } from "#worker/db/schema/discord-servers.ts";
import { NO_BUCKETS, openBot } from "./bot.ts";
import type { BotAnswer, Bot } from "./bot.ts";
import { getApplication, getGuild, getMember, getOwnUser, listRoles } from "./endpoints.ts";

/** https://discord.com/developers/docs/resources/application#application-object-application-flags */
const MEMBERS_INTENT = (1 << 14) | (1 << 15);

/** What the bot can find out about a server, with five requests. The first that is not answered ends it. */
export async function readFacts(bot: Bot, id: string): Promise<BotAnswer<ServerFacts>> {
  const application = await bot.call(getApplication);
  if (application.state !== "ok") return application;
  const self = await bot.call(getOwnUser);
  if (self.state !== "ok") return self;
  const guild = await bot.call(getGuild(id));
  if (guild.state !== "ok") return guild;
  const roles = await bot.call(listRoles(id));
  if (roles.state !== "ok") return roles;
  const member = await bot.call(getMember(id, self.data.id));
  if (member.state !== "ok") return member;
  const { name, owner_id, mfa_level, approximate_member_count } = guild.data;
  return {
    state: "ok",
    data: {
      id,
      name,
      ownerId: owner_id,
      memberCount: approximate_member_count ?? null,
      roles: roles.data.map((role) => ({
        id: role.id,
        name: role.name,
        color: role.color,
        position: role.position,
        permissions: role.permissions,
        isManaged: role.managed || isTagged(role.tags),
      })),
      botRoleIds: member.data.roles,
      hasMembersIntent: (application.data.flags & MEMBERS_INTENT) !== 0,
      requiresTwoFactor: mfa_level === 1,
      readAt: Date.now(),
    },
  };
}

/** Tags say whose a role is: a bot's, an integration's, the boosters', or one of linked roles. */
function isTagged(tags: unknown): boolean {
  return (
    typeof tags === "object" &&
    tags !== null &&
    ["bot_id", "integration_id", "premium_subscriber", "guild_connections"].some(
      (tag) => tag in tags,
    )
  );
}

/** What Discord says about the bot of this installation. */
export type BotCheck =
  | { state: "not_used" | "refused" | "unavailable" }
  | {
      state: "accepted";
      /** The bot belongs to the application that users link Discord with: only then can they join servers. */
      isOfApplication: boolean;
      hasMembersIntent: boolean;
      /** The configured public key is the application's. Null: none is configured. */
      isKeyRight: boolean | null;
    };

export async function checkBot(config: Config): Promise<BotCheck> {
  if (config.DISCORD_BOT_TOKEN === "") return { state: "not_used" };
  const answer = await openBot(config, NO_BUCKETS).call(getApplication);
  if (answer.state === "ok") {
    const { id, flags, verify_key } = answer.data;
    const { DISCORD_CLIENT_ID, DISCORD_PUBLIC_KEY } = config;
    return {
      state: "accepted",
      isOfApplication: id === DISCORD_CLIENT_ID,
      hasMembersIntent: (flags & MEMBERS_INTENT) !== 0,
      isKeyRight: DISCORD_PUBLIC_KEY === "" ? null : verify_key === DISCORD_PUBLIC_KEY,
    };
  }
  return { state: answer.state === "refused" && answer.status === 401 ? "refused" : "unavailable" };
}
