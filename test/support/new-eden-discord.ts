import type { Application } from "#test/new-eden/discord/applications.ts";
import type { DiscordGrant } from "#test/new-eden/discord/grants.ts";
import type { DiscordUser, NewDiscordUser } from "#test/new-eden/discord/people.ts";

type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** The switches of a world's Discord. */
export function discordControl(call: Call) {
  return {
    createUser: (user: NewDiscordUser = {}) => call<DiscordUser>("POST", "/discord/users", user),
    changeUser: (id: string, change: NewDiscordUser) =>
      call<DiscordUser>("PATCH", `/discord/users/${id}`, change),
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
    /** All live grants. */
    grants: () => call<DiscordGrant[]>("GET", "/discord/grants"),
  };
}
