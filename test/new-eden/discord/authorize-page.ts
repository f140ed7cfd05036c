import { html } from "hono/html";
import { page } from "#test/new-eden/page.ts";
import type { World } from "#test/new-eden/world.ts";
import { readAuthorization } from "./authorize.ts";
import { displayName } from "./people.ts";
import { isInstallation, readInstallation } from "./servers/install.ts";
import { inWords } from "./servers/permissions.ts";

const SCOPE_WORDS: Record<string, string> = {
  identify: "Access your username, avatar and banner",
  email: "Access your email address",
  "guilds.join": "Join servers for you",
};

/** The page where the bot of an application is added to a server. The form posts to the same address. */
function installPage(world: World, query: URLSearchParams) {
  const { application, permissions, servers } = readInstallation(world, query);
  return page(
    "Add a bot at Discord",
    html`<h1>Discord</h1>
      <p class="dim">
        Add the bot of <strong>${application.name}</strong> to a server. Its role gets these
        permissions and is placed below all other roles.
      </p>
      <ul class="dim">
        ${permissions.map((permission) => html`<li>${inWords(permission)}</li>`)}
      </ul>
      <form method="post">
        <div class="row"><button name="cancel" value="1">Cancel</button></div>
        <h2>Servers</h2>
        ${servers.length === 0 && html`<p>The bot is on all servers.</p>`}
        <ul class="pilots">
          ${servers.map(
            ({ id, name, members }) =>
              html`<li class="card">
                <button class="pilot" name="guild_id" value="${id}">${name}</button>
                <p class="dim">${members.size} members</p>
              </li>`,
          )}
        </ul>
      </form>`,
  );
}

/** The page where a user is chosen, or the authorization cancelled. The form posts to the same address. */
export function authorizePage(world: World, query: URLSearchParams) {
  if (isInstallation(query)) return installPage(world, query);
  const { application, scopes } = readAuthorization(world, query);
  return page(
    "Authorize at Discord",
    html`<h1>Discord</h1>
      <p class="dim">
        The application <strong>${application.name}</strong> wants to access a Discord account.
        Choose one. This is a simulated Discord, so there is no password.
      </p>
      <ul class="dim">
        ${scopes.map((scope) => html`<li>${SCOPE_WORDS[scope] ?? scope}</li>`)}
      </ul>
      <form method="post">
        <div class="row"><button name="cancel" value="1">Cancel</button></div>
        <h2>Discord users</h2>
        <ul class="pilots">
          ${[...world.discord.users.values()].map(
            (user) =>
              html`<li class="card">
                <button class="pilot" name="user_id" value="${user.id}">
                  ${displayName(user)}
                </button>
                <p class="dim">
                  ${user.username}${user.discriminator === "0" ? "" : `#${user.discriminator}`}
                </p>
              </li>`,
          )}
        </ul>
      </form>`,
  );
}
