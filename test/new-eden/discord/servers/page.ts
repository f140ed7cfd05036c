import { html } from "hono/html";
import { displayName, findUser } from "#test/new-eden/discord/people.ts";
import { snowflakeTime } from "#test/new-eden/discord/snowflake.ts";
import { page } from "#test/new-eden/page.ts";
import type { World } from "#test/new-eden/world.ts";
import type { AuditEntry } from "./audit-log.ts";
import { inWords, isAbove } from "./permissions.ts";
import type { Member, Role, Server } from "./server.ts";

const LATEST_ENTRIES = 50;

/** A server as Discord shows it to its owner: members under their hoisted roles, roles in order, and the audit log. */
export function serverPage(world: World, server: Server) {
  const roles = [...server.roles.values()]
    .filter(({ id }) => id !== server.id)
    .toSorted((one, other) => (isAbove(one, other) ? -1 : 1));
  return page(
    `${server.name} on Discord`,
    html`<h1>${server.name}</h1>
      <p class="dim">
        A simulated Discord server with ${server.members.size} members. Owner:
        ${nameOf(world, server, server.ownerId)}.
        ${server.mfaLevel === 1 ? "Moderation requires two-factor authentication. " : ""}
        ${server.screening ? "New members must accept the rules first." : ""}
      </p>
      <nav class="row" aria-label="Servers">
        ${[...world.discord.servers.values()].map(
          ({ id, name }) =>
            html`<a
              href="${world.base}/discord/channels/${id}"
              aria-current="${id === server.id ? "page" : "false"}"
              >${name}</a
            >`,
        )}
        <a href="${world.base}">New Eden</a>
      </nav>
      <nav class="row" aria-label="Channels">
        ${[...world.discord.channels.values()]
          .filter(({ serverId }) => serverId === server.id)
          .map(
            ({ id, name }) =>
              html`<a href="${world.base}/discord/channels/${server.id}/${id}">#${name}</a>`,
          )}
      </nav>
      <div class="server">
        <section>
          <h2>Members</h2>
          ${memberGroups(server, roles).map(
            ([title, members]) =>
              html`<h3 class="dim">${title} — ${members.length}</h3>
                <ul>
                  ${members.map((member) => memberLine(world, server, roles, member))}
                </ul>`,
          )}
        </section>
        <section>
          <h2>Roles</h2>
          <ul>
            ${roles.map((role) => roleLine(world, server, role))}
          </ul>
        </section>
      </div>
      <h2>Audit log</h2>
      ${auditLog(world, server)}`,
  );
}

/** Each member under the highest of their hoisted roles, as in Discord's list of members. */
function memberGroups(server: Server, roles: Role[]): [title: string, members: Member[]][] {
  const others: Member[] = [];
  const groups = new Map<string, Member[]>();
  for (const member of server.members.values()) {
    const shown = roles.find(({ id, hoist }) => hoist && member.roles.includes(id));
    const group = shown === undefined ? others : (groups.get(shown.id) ?? []);
    group.push(member);
    if (shown !== undefined) groups.set(shown.id, group);
  }
  const titled = roles.flatMap(({ id, name }): [string, Member[]][] => {
    const members = groups.get(id);
    return members === undefined ? [] : [[name, members]];
  });
  return others.length === 0 ? titled : [...titled, ["Members", others]];
}

function memberLine(world: World, server: Server, roles: Role[], member: Member) {
  const user = findUser(world, member.userId);
  const tags = [
    ...(user?.isBot === true ? ["bot"] : []),
    ...(member.userId === server.ownerId ? ["owner"] : []),
    ...(member.pending ? ["has not accepted the rules"] : []),
  ];
  const own = roles.filter(({ id }) => member.roles.includes(id));
  return html`<li class="card">
    <p>
      <strong style="${colorOf(own)}">${nameOf(world, server, member.userId)}</strong>
      <span class="dim">${[user?.username, ...tags].join(", ")}</span>
    </p>
    <p class="dim">
      ${own.length === 0 ? "No roles" : own.map((role) => html`${dot(role)} ${role.name} `)}
    </p>
    <div class="row">
      ${form(
        world,
        server,
        "role",
        "Give or take",
        html`<input type="hidden" name="user" value="${member.userId}" />
          <select name="role" aria-label="Role">
            ${roles
              .filter(({ managed }) => !managed)
              .map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
          </select>`,
      )}
      ${form(
        world,
        server,
        "kick",
        "Kick",
        html`<input type="hidden" name="user" value="${member.userId}" />`,
      )}
    </div>
  </li>`;
}

function roleLine(world: World, server: Server, role: Role) {
  const holders = [...server.members.values()].filter(({ roles }) => roles.includes(role.id));
  const facts = [
    `${holders.length} ${holders.length === 1 ? "member" : "members"}`,
    ...(role.botId === undefined ? [] : ["the bot's role"]),
    ...(role.managed && role.botId === undefined ? ["managed by an integration"] : []),
    ...role.permissions.map(inWords),
  ];
  const input = html`<input type="hidden" name="role" value="${role.id}" />`;
  return html`<li class="card">
    <p>${dot(role)} <strong>${role.name}</strong></p>
    <p class="dim">${facts.join(", ")}</p>
    <div class="row">
      ${form(world, server, "up", "Up", input)} ${form(world, server, "down", "Down", input)}
      ${!role.managed && form(world, server, "delete", "Delete", input)}
    </div>
  </li>`;
}

function auditLog(world: World, server: Server) {
  const latest = server.auditLog.slice(-LATEST_ENTRIES).toReversed();
  if (latest.length === 0) return html`<p class="dim">Nothing was changed.</p>`;
  const name = (id: string) => nameOf(world, server, id);
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Time</th>
        <th scope="col">Who</th>
        <th scope="col">Change</th>
        <th scope="col">Reason</th>
      </tr>
    </thead>
    <tbody>
      ${latest.map(
        (entry) =>
          html`<tr>
            <td>
              ${new Date(snowflakeTime(entry.id)).toISOString().slice(0, 16).replace("T", " ")}
            </td>
            <td>${name(entry.actorId)}</td>
            <td>${describeEntry(entry, name(entry.targetId))}</td>
            <td>${entry.reason ?? ""}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function describeEntry({ action, changes }: AuditEntry, target: string): string {
  const details = changes.flatMap((change) => {
    if (change.key === "nick") return [change.new_value ?? "no nickname"];
    return change.new_value.map(({ name }) => `${change.key === "$add" ? "+" : "−"} ${name}`);
  });
  return [`${WORDS[action]} ${target}`, ...details].join(", ");
}

const WORDS: Record<AuditEntry["action"], string> = {
  member_kick: "kicked",
  member_ban: "banned",
  member_unban: "lifted the ban of",
  bot_add: "added the bot",
  member_update: "renamed",
  member_role_update: "changed the roles of",
};

/** The name that the server shows: the nickname, else the user's own. */
function nameOf(world: World, server: Server, userId: string): string {
  const user = findUser(world, userId);
  const nick = server.members.get(userId)?.nick;
  return nick ?? (user === undefined ? "Deleted User" : displayName(user));
}

function dot(role: Role) {
  return html`<span aria-hidden="true" style="${colorOf([role])}">●</span>`;
}

/** The color of the highest role that has one; 0 is no color. */
function colorOf(roles: Role[]): string {
  const color = roles.find((role) => role.color !== 0)?.color;
  return color === undefined ? "" : `color: #${color.toString(16).padStart(6, "0")}`;
}

function form(world: World, server: Server, change: string, label: string, fields: unknown) {
  return html`<form
    method="post"
    action="${world.base}/control/page/discord/servers/${server.id}/${change}"
    class="row"
  >
    ${fields}<button>${label}</button>
  </form>`;
}
