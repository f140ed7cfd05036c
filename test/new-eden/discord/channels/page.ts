import { html } from "hono/html";
import { displayName, findUser } from "#test/new-eden/discord/people.ts";
import type { Application } from "#test/new-eden/discord/applications.ts";
import { page } from "#test/new-eden/page.ts";
import type { World } from "#test/new-eden/world.ts";
import { readForm } from "./act.ts";
import type { Channel, ChannelMessage } from "./channel.ts";
import type { Reply } from "./replies.ts";

/** Who looks at the page, and what they did last. */
type Visit = { userId: string | undefined; token: string | undefined };

/** A channel as Discord shows it to one of its members, who can press the buttons; or the direct messages of a user. */
export function channelPage(world: World, bot: Application, channel: Channel, visit: Visit) {
  const people = membersOf(world, channel);
  const userId = people.find((id) => id === visit.userId) ?? people[0] ?? "";
  const last = world.discord.interactions.get(visit.token ?? "");
  const form = last?.userId === userId ? readForm(last.form) : undefined;
  const title = channel.recipientId === undefined ? `#${channel.name}` : "Direct messages";
  return page(
    `${title} on Discord`,
    html`<h1>${title}</h1>
      <nav class="row" aria-label="Channels">
        ${[...world.discord.channels.values()].map(
          (one) =>
            html`<a
              href="${addressOf(world, one)}"
              aria-current="${one.id === channel.id ? "page" : "false"}"
              >${one.recipientId === undefined ? `#${one.name}` : `@${nameOf(world, one.recipientId)}`}</a
            >`,
        )}
        ${channel.serverId && html`<a href="${world.base}/discord/channels/${channel.serverId}">Server</a>`}
      </nav>
      <form method="get" class="row">
        <label
          >You are
          <select name="as">
            ${people.map(
              (id) =>
                html`<option value="${id}" ${id === userId ? "selected" : ""}>
                  ${nameOf(world, id)}
                </option>`,
            )}
          </select>
        </label>
        <button>Change</button>
      </form>
      <ul>
        ${channel.messages.map((message) => messageOf(world, channel, message, userId))}
      </ul>
      ${
        last === undefined || last.userId !== userId
          ? ""
          : last.replies.map(
              (reply) =>
                html`<div class="card" role="status">
                  <p class="dim">Only you see this</p>
                  ${textOf(reply)}
                </div>`,
            )
      }
      ${
        form === undefined
          ? ""
          : html`<h2>${form.title}</h2>
              ${post(
                world,
                channel,
                userId,
                { kind: "form", customId: form.custom_id, messageId: last?.messageId ?? "" },
                html`${form.components.map(
                    ({ label, component }) =>
                      html`<label
                        >${label}
                        <input
                          name="field:${component.custom_id}"
                          ${component.required ? "required" : ""}
                      /></label>`,
                  )}<button>Submit</button>`,
              )}`
      }
      ${channel.serverId === undefined ? "" : commands(world, bot, channel, userId)}`,
  );
}

/** Who can be "you": everyone but the bots. */
function membersOf(world: World, { serverId, recipientId }: Channel): string[] {
  if (recipientId !== undefined) return [recipientId];
  const members = [...(world.discord.servers.get(serverId ?? "")?.members.keys() ?? [])];
  return members.filter((id) => findUser(world, id)?.isBot !== true);
}

function messageOf(world: World, channel: Channel, message: ChannelMessage, userId: string) {
  const { id, authorId, authorName, content, embeds, components } = message;
  return html`<li class="card">
    <p class="dim">${authorName ?? nameOf(world, authorId)}</p>
    ${content.split("\n").map((line) => html`<p>${line}</p>`)}
    ${embeds.map(({ description = "" }) =>
      description.split("\n").map((line) => html`<p>${line}</p>`),
    )}
    <div class="row">
      ${components.flatMap((row) =>
        row.components.map((button) =>
          button.custom_id === undefined
            ? html`<a href="${button.url ?? ""}">${button.label ?? "Link"}</a>`
            : post(
                world,
                channel,
                userId,
                { kind: "button", customId: button.custom_id, messageId: id },
                html`<button>${button.label ?? "Press"}</button>`,
              ),
        ),
      )}
    </div>
  </li>`;
}

function commands(world: World, bot: Application, channel: Channel, userId: string) {
  const known = (bot.commands.get(channel.serverId ?? "") ?? []).filter(({ type }) => type === 1);
  if (known.length === 0) return "";
  return html`<h2>Commands</h2>
    ${post(
      world,
      channel,
      userId,
      { kind: "command" },
      html`<select name="name" aria-label="Command">
          ${known.map(({ name }) => html`<option value="${name}">/${name}</option>`)}
        </select>
        <input name="option" aria-label="Option" placeholder="Group or pilot" />
        <button>Send</button>`,
    )}`;
}

function textOf({ content }: Reply) {
  return content.split("\n").map((line) => html`<p>${line}</p>`);
}

function post(
  world: World,
  channel: Channel,
  userId: string,
  hidden: Record<string, string>,
  content: unknown,
) {
  return html`<form
    method="post"
    action="${world.base}/control/page/discord/channels/${channel.id}"
    class="row"
  >
    ${Object.entries({ ...hidden, userId }).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${content}
  </form>`;
}

export function addressOf(world: World, { id, serverId }: Channel): string {
  return `${world.base}/discord/channels/${serverId ?? "@me"}/${id}`;
}

function nameOf(world: World, userId: string): string {
  const user = findUser(world, userId);
  return user === undefined ? "Deleted User" : displayName(user);
}
