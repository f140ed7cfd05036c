import { findUser } from "#test/new-eden/discord/people.ts";
import type { World } from "#test/new-eden/world.ts";
import type { ScheduledEvent } from "./events.ts";
import type { Member, Role, Server } from "./server.ts";

/** A server in JSON. */
export type SavedServer = Omit<Server, "roles" | "members" | "bans" | "events"> & {
  roles: Role[];
  members: Member[];
  bans: string[];
  events?: ScheduledEvent[];
};

export function saveServers(world: World): SavedServer[] {
  return [...world.discord.servers.values()].map((server) => ({
    ...server,
    roles: [...server.roles.values()],
    members: [...server.members.values()],
    bans: [...server.bans],
    events: [...server.events.values()],
  }));
}

/** Replaces the world's servers. Users that were created after the start of New Eden are not saved: they are left out. */
export function loadServers(world: World, saved: SavedServer[]) {
  const isKnown = (userId: string) => findUser(world, userId) !== undefined;
  const servers = saved
    .filter(({ ownerId }) => isKnown(ownerId))
    .map(({ roles, members, bans, events = [], ...server }): [string, Server] => [
      server.id,
      {
        ...server,
        roles: new Map(roles.map((role) => [role.id, role])),
        members: new Map(
          members.filter(({ userId }) => isKnown(userId)).map((member) => [member.userId, member]),
        ),
        bans: new Set(bans),
        events: new Map(events.map((event) => [event.id, event])),
      },
    ]);
  world.discord.servers = new Map(servers);
}
