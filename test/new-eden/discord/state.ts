import { seedApplications } from "./applications.ts";
import type { Application } from "./applications.ts";
import type { AuthorizationCode, DiscordGrant } from "./grants.ts";
import { seedDiscordUsers } from "./people.ts";
import type { DiscordUser } from "./people.ts";

/** The state of Discord in one world. */
export type DiscordState = {
  users: Map<string, DiscordUser>;
  applications: Map<string, Application>;
  codes: Map<string, AuthorizationCode>;
  /** Live grants by refresh token. */
  grants: Map<string, DiscordGrant>;
  /** The times at which each rate limit bucket was used. */
  calls: Map<string, number[]>;
};

export function newDiscordState(): DiscordState {
  return {
    users: new Map(seedDiscordUsers().map((user) => [user.id, user])),
    applications: new Map(seedApplications().map((one) => [one.id, one])),
    codes: new Map(),
    grants: new Map(),
    calls: new Map(),
  };
}
