import type {
  APIApplication,
  APIAuditLog,
  APIGuild,
  APIGuildMember,
  APIRole,
  APIUser,
  RESTAPIPartialCurrentUserGuild,
} from "discord-api-types/v10";
import * as z from "zod/mini";
import { get } from "./bot.ts";
import type { BotRequest } from "./bot.ts";

// Only what Muster uses of each answer. https://discord.com/developers/docs/resources/guild

/**
 * A schema for a part of `Sent`, built at its first use. It does not compile if it asks for what Discord's types do not
 * promise.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- TypeScript infers all parameters of a call or none
function partOf<Sent>() {
  return <Schema extends z.ZodMiniType>(
    make: () => Schema & (Sent extends z.input<Schema> ? unknown : never),
  ) => z.lazy<Schema>(make);
}

const snowflake = z.string().check(z.regex(/^\d{1,19}$/));

const applicationSchema = partOf<APIApplication>()(() =>
  z.object({
    id: snowflake,
    flags: z._default(z.int(), 0),
    verify_key: z.string(),
    interactions_endpoint_url: z.nullish(z.string()),
    event_webhooks_url: z.nullish(z.string()),
  }),
);

export const getApplication = get("/applications/@me", applicationSchema);

const userSchema = partOf<APIUser>()(() =>
  z.object({
    id: snowflake,
    username: z.string(),
    global_name: z.nullish(z.string()),
  }),
);

export const getOwnUser = get("/users/@me", userSchema);

const guild = { id: snowflake, name: z.string() };
const guildSchema = partOf<RESTAPIPartialCurrentUserGuild>()(() => z.object(guild));

export const listGuilds = get("/users/@me/guilds", z.array(guildSchema));

const fullGuildSchema = partOf<APIGuild>()(() =>
  z.object({
    ...guild,
    owner_id: snowflake,
    mfa_level: z.int(),
    approximate_member_count: z.optional(z.int()),
  }),
);

export const getGuild = (id: string) =>
  get(`/guilds/${id}?with_counts=true`, fullGuildSchema, "/guilds");

const roleSchema = partOf<APIRole>()(() =>
  z.object({
    id: snowflake,
    name: z.string(),
    color: z.int(),
    position: z.int(),
    permissions: z.string().check(z.regex(/^\d+$/)),
    managed: z.boolean(),
    mentionable: z.boolean(),
    tags: z.optional(z.unknown()),
  }),
);

export const listRoles = (id: string) =>
  get(`/guilds/${id}/roles`, z.array(roleSchema), "/guilds/roles");

const memberSchema = partOf<APIGuildMember>()(() =>
  z.object({
    user: userSchema,
    nick: z.nullish(z.string()),
    roles: z.array(snowflake),
    /** When this membership of the server began; null for guests. */
    joined_at: z.nullish(z.string()),
  }),
);
export type DiscordMember = z.infer<typeof memberSchema>;

export function listGuildMembers(id: string, { after, limit }: { after: string; limit: number }) {
  const path = `/guilds/${id}/members?limit=${limit}&after=${after || "0"}`;
  return get(path, z.array(memberSchema), "/guilds/members");
}

export const getMember = (id: string, userId: string) =>
  get(`/guilds/${id}/members/${userId}`, memberSchema, "/guilds/members/@");

/** Roles and nickname never share a request: the nickname of the server's owner is refused, and the roles with it. */
export function patchMember(
  id: string,
  userId: string,
  body: { roles: string[] } | { nick: string },
  reason: string,
): BotRequest<DiscordMember> {
  return {
    method: "PATCH",
    route: "/guilds/members/@",
    path: `/guilds/${id}/members/${userId}`,
    schema: memberSchema,
    body,
    reason,
  };
}

export function changeRole(
  method: "PUT" | "DELETE",
  id: string,
  userId: string,
  roleId: string,
  reason: string,
): BotRequest<unknown> {
  return {
    method,
    route: "/guilds/members/@/roles",
    path: `/guilds/${id}/members/${userId}/roles/${roleId}`,
    schema: z.unknown(),
    reason,
  };
}

/** 201 if the user has joined, 204 if they were there before: then Discord ignores the body. */
export function addGuildMember(
  id: string,
  userId: string,
  accessToken: string,
): BotRequest<unknown> {
  return {
    method: "PUT",
    route: "/guilds/members/@",
    path: `/guilds/${id}/members/${userId}`,
    schema: z.unknown(),
    body: { access_token: accessToken },
  };
}

const auditLogSchema = partOf<APIAuditLog>()(() =>
  z.object({
    users: z.array(userSchema),
    audit_log_entries: z.array(
      z.object({
        id: snowflake,
        user_id: z.nullish(snowflake),
        target_id: z.nullish(z.string()),
        reason: z.optional(z.string()),
        // Long, and looked at for a few entries only: `rolesIn`.
        changes: z.optional(z.unknown()),
      }),
    ),
  }),
);
export type AuditLog = z.infer<typeof auditLogSchema>;

const changesSchema = z.array(z.object({ key: z.string(), new_value: z.optional(z.unknown()) }));
const changedRolesSchema = z.array(z.object({ id: snowflake }));

/** The ids of the roles that an entry says were given, or taken. */
export function rolesIn(
  { changes }: AuditLog["audit_log_entries"][number],
  key: "$add" | "$remove",
): string[] {
  return (changesSchema.safeParse(changes).data ?? []).flatMap((change) => {
    const roles = change.key === key ? changedRolesSchema.safeParse(change.new_value).data : [];
    return (roles ?? []).map(({ id }) => id);
  });
}

/** Changes of members' roles, the newest first: https://discord.com/developers/docs/resources/audit-log */
export const listRoleChanges = (id: string) =>
  get(`/guilds/${id}/audit-logs?action_type=25&limit=100`, auditLogSchema, "/guilds/audit-logs");

export function leaveGuild(id: string): BotRequest<unknown> {
  return {
    method: "DELETE",
    route: "/users/@me/guilds",
    path: `/users/@me/guilds/${id}`,
    schema: z.unknown(),
  };
}
