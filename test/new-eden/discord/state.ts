import { seedApplications } from "./applications.ts";
import type { Application } from "./applications.ts";
import type { AuthorizationCode, DiscordGrant } from "./grants.ts";
import { seedDiscordUsers } from "./people.ts";
import type { DiscordUser } from "./people.ts";

/** What Discord knows in one world. */
export type DiscordState = {
  users: Map<string, DiscordUser>;
  applications: Map<string, Application>;
  codes: Map<string, AuthorizationCode>;
  /** By refresh token; only those that are alive. */
  grants: Map<string, DiscordGrant>;
  /** When each bucket of the rate limit was used. */
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
