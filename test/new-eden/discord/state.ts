import type { Channel, Webhook } from "./channels/channel.ts";
import type { OpenInteraction } from "./channels/replies.ts";
import { seedChannels } from "./channels/seed.ts";
import { seedApplications } from "./applications.ts";
import type { Application } from "./applications.ts";
import type { AuthorizationCode, DiscordGrant } from "./grants.ts";
import type { Usage } from "./limits.ts";
import { seedDiscordUsers } from "./people.ts";
import type { DiscordUser } from "./people.ts";
import { seedServers } from "./servers/seed.ts";
import type { ScheduledEdit } from "./servers/scheduled-edits.ts";
import type { Server } from "./servers/server.ts";
import type { Tally } from "./tally.ts";

/** The state of Discord in one world. */
export type DiscordState = {
  users: Map<string, DiscordUser>;
  applications: Map<string, Application>;
  servers: Map<string, Server>;
  /** Text channels of the servers, and direct messages. */
  channels: Map<string, Channel>;
  webhooks: Map<string, Webhook>;
  /** By their token. */
  interactions: Map<string, OpenInteraction>;
  /** Users who do not accept direct messages. */
  closed: Set<string>;
  codes: Map<string, AuthorizationCode>;
  /** Live grants by refresh token. */
  grants: Map<string, DiscordGrant>;
  /** The requests of each rate limit. */
  usage: Map<string, Usage>;
  tally: Tally;
  /** How long a request of a bot takes for the limits; neither the response nor the world's clock waits. */
  latencyMs: number;
  /** What all requests took: the clock of the limits is ahead of the world's by that. */
  tookMs: number;
  /** Edits that people make while a bot works. */
  scheduledEdits: ScheduledEdit[];
};

export function newDiscordState(): DiscordState {
  const users = seedDiscordUsers();
  const byUsername = (name: string) => users.find(({ username }) => username === name)?.id ?? "";
  const applications = seedApplications(byUsername("voss"));
  const servers = seedServers(byUsername);
  return {
    users: new Map(users.map((user) => [user.id, user])),
    applications: new Map(applications.map((one) => [one.id, one])),
    servers: new Map(servers.map((server) => [server.id, server])),
    channels: new Map(seedChannels(servers).map((channel) => [channel.id, channel])),
    webhooks: new Map(),
    interactions: new Map(),
    closed: new Set(),
    codes: new Map(),
    grants: new Map(),
    usage: new Map(),
    tally: { answers: new Map(), invalid: [] },
    latencyMs: 0,
    tookMs: 0,
    scheduledEdits: [],
  };
}
