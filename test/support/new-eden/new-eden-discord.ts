import type {
  Channel,
  ChannelMessage,
  NewChannel,
  Webhook,
} from "#test/new-eden/discord/channels/channel.ts";
import type { Act, SignedRequest } from "#test/new-eden/discord/channels/interactions.ts";
import type { InteractionResponse, Reply } from "#test/new-eden/discord/channels/replies.ts";
import type { Application, Command } from "#test/new-eden/discord/applications.ts";
import type { HandEdit } from "#test/new-eden/discord/servers/by-hand.ts";
import type {
  NewMember,
  NewRole,
  NewServer,
  ServerState,
} from "#test/new-eden/control/discord-servers.ts";
import type { Permission } from "#test/new-eden/discord/servers/permissions.ts";
import type { Member, Role } from "#test/new-eden/discord/servers/server.ts";
import type { DiscordGrant } from "#test/new-eden/discord/grants.ts";
import type { DiscordUser, NewDiscordUser } from "#test/new-eden/discord/people.ts";

type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** The switches of a world's Discord. */
export function discordControl(call: Call) {
  return {
    createUser: (user: NewDiscordUser = {}) => call<DiscordUser>("POST", "/discord/users", user),
    /** Many new users at once. */
    createUsers: (size: number) => call<DiscordUser[]>("POST", "/discord/crowd", { size }),
    changeUser: (id: string, change: NewDiscordUser) =>
      call<DiscordUser>("PATCH", `/discord/users/${id}`, change),
    /** The user deletes the Discord account. */
    deleteUser: (id: string) => call<undefined>("DELETE", `/discord/users/${id}`),
    /** The user revokes the access of every application. */
    revoke: (id: string) => call<undefined>("POST", `/discord/users/${id}/revoke`),
    /** Tokens as from the token endpoint, for Muster by default. */
    grant: (id: string, to: { clientId?: string; scopes?: string[] } = {}) =>
      call<DiscordGrant>("POST", `/discord/users/${id}/grant`, to),
    /** Discord's redirect when this user is chosen. */
    authorize: async (authorizationUrl: string, userId: string) =>
      new URL(
        (
          await call<{ redirectUrl: string }>("POST", "/discord/authorize", {
            authorizationUrl,
            userId,
          })
        ).redirectUrl,
      ),
    changeApplication: (id: string, change: Partial<Application>) =>
      call<Application>("PATCH", `/discord/applications/${id}`, change),
    /**
     * The number of responses of Discord's API by method, status and code (`PUT 204`, `PATCH 403 50013`), and how many of them
     * were invalid requests as Discord counts them.
     */
    answers: () =>
      call<{ answers: Record<string, number>; invalid: number }>("GET", "/discord/answers"),
    clearAnswers: () => call<undefined>("DELETE", "/discord/answers"),
    /**
     * How long a request of the bot takes for Discord's limits, without waiting. Where Muster's clock stands still, an invocation
     * would exceed the limit of 50 requests a second that it cannot reach in life.
     */
    setLatency: (ms: number) => call<undefined>("POST", "/discord/latency", { ms }),
    /** How long all requests took. */
    tookMs: async () => (await call<{ tookMs: number }>("GET", "/discord/latency")).tookMs,
    servers: discordServers(call),
    ...discordChannels(call),
    /** All live grants. */
    grants: () => call<DiscordGrant[]>("GET", "/discord/grants"),
  };
}

/** Channels, direct messages, webhooks and what users do with commands and buttons. */
function discordChannels(call: Call) {
  return {
    /** The channels of a server. */
    channels: (serverId: string) => call<Channel[]>("GET", `/discord/servers/${serverId}/channels`),
    createChannel: (serverId: string, channel: NewChannel) =>
      call<Channel>("POST", `/discord/servers/${serverId}/channels`, channel),
    changeChannel: (channelId: string, change: NewChannel) =>
      call<Channel>("PATCH", `/discord/channels/${channelId}`, change),
    deleteChannel: (channelId: string) =>
      call<undefined>("DELETE", `/discord/channels/${channelId}`),
    messages: (channelId: string) =>
      call<ChannelMessage[]>("GET", `/discord/channels/${channelId}/messages`),
    /** The direct messages of Muster to a user. */
    directMessages: (userId: string) =>
      call<ChannelMessage[]>("GET", `/discord/users/${userId}/messages`),
    /** The user does not accept direct messages any more, or does again. */
    closeDirectMessages: (userId: string, isClosed = true) =>
      call<undefined>("POST", `/discord/users/${userId}/close`, { isClosed }),
    createWebhook: (channelId: string) =>
      call<Webhook & { address: string }>("POST", `/discord/channels/${channelId}/webhooks`),
    deleteWebhook: (id: string) => call<undefined>("DELETE", `/discord/webhooks/${id}`),
    /** The signed request that Discord sends to Muster for what a user does. */
    interaction: (userId: string, act: Act, serverId?: string, locale?: string) =>
      call<SignedRequest>("POST", "/discord/interactions", { userId, act, serverId, locale }),
    /** What Discord makes of the first answer. */
    respond: (token: string, response: object) =>
      call<InteractionResponse>("POST", `/discord/interactions/${token}`, response),
    /** What the user has read as answers. */
    replies: (token: string) => call<Reply[]>("GET", `/discord/interactions/${token}`),
    /** The signed event for what a user has done with the application's authorization. */
    event: (userId: string, type: string, timestamp?: string) =>
      call<Omit<SignedRequest, "interaction">>("POST", "/discord/events", {
        userId,
        type,
        timestamp,
      }),
    /** Signs a body that Discord would not send. */
    sign: (body: string) =>
      call<Pick<SignedRequest, "body" | "headers">>("POST", "/discord/signed", { body }),
    /** The commands of a server. */
    commands: (serverId: string) => call<Command[]>("GET", `/discord/servers/${serverId}/commands`),
  };
}

/** The switches of Discord servers: what people do there by hand. */
function discordServers(call: Call) {
  const base = "/discord/servers";
  return {
    /** A server with Muster's bot, whose role is above the others by default. */
    create: (server: NewServer = {}) => call<ServerState>("POST", base, server),
    list: () => call<ServerState[]>("GET", base),
    read: (id: string) => call<ServerState>("GET", `${base}/${id}`),
    change: (id: string, change: Pick<NewServer, "name" | "ownerId" | "mfaLevel" | "screening">) =>
      call<ServerState>("PATCH", `${base}/${id}`, change),

    addMembers: (id: string, members: NewMember[]) =>
      call<ServerState>("POST", `${base}/${id}/members`, members),
    /** A person changes a member by hand; the audit log has an entry of the actor, by default the owner. */
    editMember: (id: string, userId: string, edit: HandEdit) =>
      call<Member>("PATCH", `${base}/${id}/members/${userId}`, edit),
    /** The same after so many requests of bots: while an invocation works, between two of its requests. */
    scheduleEdit: (id: string, userId: string, edit: HandEdit, afterRequests: number) =>
      call<undefined>("POST", `${base}/${id}/members/${userId}/schedule`, { edit, afterRequests }),
    /** Makes the scheduled edits that have not been made. */
    finishEdits: () => call<{ made: number }>("POST", `${base}/finish-edits`),
    /** The user leaves the server. */
    leave: (id: string, userId: string) =>
      call<undefined>("POST", `${base}/${id}/members/${userId}/leave`),
    kick: (id: string, userId: string) =>
      call<undefined>("POST", `${base}/${id}/members/${userId}/kick`),
    ban: (id: string, userId: string) =>
      call<undefined>("POST", `${base}/${id}/members/${userId}/ban`),

    createRole: (id: string, role: NewRole) => call<Role>("POST", `${base}/${id}/roles`, role),
    /** Renames or moves a role, or changes its permissions. */
    changeRole: (id: string, roleId: string, change: NewRole) =>
      call<Role>("PATCH", `${base}/${id}/roles/${roleId}`, change),
    deleteRole: (id: string, roleId: string) =>
      call<undefined>("DELETE", `${base}/${id}/roles/${roleId}`),

    /** Installs Muster's bot, or installs it again with other permissions or another position. */
    installBot: (id: string, bot: { permissions?: Permission[]; position?: number } = {}) =>
      call<ServerState>("POST", `${base}/${id}/bot`, bot),
    removeBot: (id: string) => call<undefined>("DELETE", `${base}/${id}/bot`),
  };
}
