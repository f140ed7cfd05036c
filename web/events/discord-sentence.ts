import { msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { enumerated, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { DiscordEvent } from "#shared/events/activity.ts";
import type { DiscordEventKind } from "#shared/events/kinds.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { changedBack } from "./group-sentence.ts";

type Names = { who: Name; server: Name; member: Name; count: number; isEnforced: boolean };

/** Each kind with its name in the filter of the log, and its sentence. */
export const DISCORD_MESSAGES: Record<
  DiscordEventKind,
  readonly [Message, (names: Names) => Message]
> = {
  server_added: [
    msg`Server set up`,
    ({ who, server }) => msg`${who} set up the Discord server ${server}`,
  ],
  server_updated: [
    msg`Server changed`,
    ({ who, server }) => msg`${who} changed the Discord server ${server}`,
  ],
  server_removed: [
    msg({ context: "event", message: "Server removed" }),
    ({ who, server }) => msg`${who} removed the Discord server ${server}`,
  ],
  server_switched_on: [
    msg`Server switched on`,
    ({ who, server }) => msg`${who} switched the Discord server ${server} on`,
  ],
  server_switched_off: [
    msg`Server switched off`,
    ({ who, server }) => msg`${who} switched the Discord server ${server} off`,
  ],
  server_joined: [
    msg`Server joined`,
    ({ who, server }) => msg`${who} joined the Discord server ${server}`,
  ],
  roles_changed: [
    msg`Roles changed`,
    ({ who, member, server }) => msg`${who} changed ${member} on the Discord server ${server}`,
  ],
  drift_decided: [
    msg`Changes by hand decided`,
    ({ who, isEnforced, count, server }) =>
      isEnforced
        ? msg`${who} corrected ${plural(count, { one: "# change", other: "# changes" })} made by hand on the Discord server ${server}`
        : msg`${who} accepted ${plural(count, { one: "# change", other: "# changes" })} made by hand on the Discord server ${server}`,
  ],
  role_removals_held: [
    msg`Role removals held`,
    ({ count, server }) =>
      msg`Roles of ${plural(count, { one: "# person", other: "# people" })} on the Discord server ${server} were held`,
  ],
  role_removals_released: [
    msg`Role removals released`,
    ({ who, count, server }) =>
      msg`${who} released the held roles of ${plural(count, { one: "# person", other: "# people" })} on the Discord server ${server}`,
  ],
  role_removals_discarded: [
    msg`Role removals discarded`,
    ({ who, count, server }) =>
      msg`${who} kept the held roles of ${plural(count, { one: "# person", other: "# people" })} on the Discord server ${server}`,
  ],
};

/** The event as one sentence, without a full stop. */
export function discordSentence(event: DiscordEvent): Piece[] {
  const { kind, actor, subject, serverName, detail } = event;
  const message = DISCORD_MESSAGES[kind][1]({
    who: { name: actor === null ? "Muster" : (actor.name ?? say(UNKNOWN_USER)) },
    member: { name: subject?.name ?? detail.discordName ?? say(UNKNOWN_USER) },
    server: { name: serverName },
    count: detail.count ?? 0,
    isEnforced: detail.reason === "enforce",
  });
  return changedBack(sentence(message), detail);
}

/** Roles and nickname that a member got or lost, and the reason of a decision. */
export function discordFacts({ kind, detail }: DiscordEvent): string[] {
  const { added = [], removed = [], nickname, reason } = detail;
  return [
    ...(added.length > 0 ? [t`Given: ${ph({ roles: enumerated(added) })}`] : []),
    ...(removed.length > 0 ? [t`Taken: ${ph({ roles: enumerated(removed) })}`] : []),
    ...(nickname === undefined ? [] : [t`Nickname: ${nickname}`]),
    ...(kind.startsWith("role_removals") && reason !== undefined ? [t`“${reason}”`] : []),
  ];
}
