import { msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#web/language/messages.ts";
import type { DiscordEvent } from "#shared/events/activity.ts";
import type { DiscordEventKind } from "#shared/events/kinds.ts";
import { enumerated } from "#web/lib/enumerated.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { changesIn } from "./changes.ts";
import type { Change } from "./changes.ts";
import { withChangedBack } from "./group-sentence.ts";

type Names = { who: Name; server: Name; member: Name; detail: DiscordEvent["detail"] };

/** Each kind with its name in the filter of the log, and its sentence. */
export const DISCORD_MESSAGES: Record<
  DiscordEventKind,
  readonly [Message, (names: Names) => Piece[]]
> = {
  server_added: [
    msg`Server set up`,
    ({ who, server }) => sentence(msg`${who} set up the Discord server ${server}`),
  ],
  server_updated: [
    msg`Server changed`,
    ({ who, server }) => sentence(msg`${who} changed the Discord server ${server}`),
  ],
  server_removed: [
    msg`Server removed`,
    ({ who, server }) => sentence(msg`${who} removed the Discord server ${server}`),
  ],
  server_switched_on: [
    msg`Server switched on`,
    ({ who, server }) => sentence(msg`${who} switched the Discord server ${server} on`),
  ],
  server_switched_off: [
    msg`Server switched off`,
    ({ who, server }) => sentence(msg`${who} switched the Discord server ${server} off`),
  ],
  server_joined: [
    msg`Server joined`,
    ({ who, server }) => sentence(msg`${who} joined the Discord server ${server}`),
  ],
  roles_changed: [
    msg`Roles changed`,
    ({ who, member, server }) =>
      sentence(msg`${who} changed ${member} on the Discord server ${server}`),
  ],
  drift_decided: [
    msg`Changes by hand decided`,
    ({ who, detail: { reason, count = 0 }, server }) =>
      reason === "enforce"
        ? sentence(
            msg`${who} corrected ${plural(count, { one: "# change", other: "# changes" })} made by hand on the Discord server ${server}`,
          )
        : sentence(
            msg`${who} accepted ${plural(count, { one: "# change", other: "# changes" })} made by hand on the Discord server ${server}`,
          ),
  ],
  role_removals_held: [
    msg`Role removals held`,
    ({ detail: { count = 0 }, server }) =>
      sentence(
        msg`Roles of ${plural(count, { one: "# person", other: "# people" })} on the Discord server ${server} were held`,
      ),
  ],
  role_removals_released: [
    msg`Role removals released`,
    ({ who, detail: { count = 0 }, server }) =>
      sentence(
        msg`${who} released the held roles of ${plural(count, { one: "# person", other: "# people" })} on the Discord server ${server}`,
      ),
  ],
  role_removals_discarded: [
    msg`Role removals discarded`,
    ({ who, detail: { count = 0 }, server }) =>
      sentence(
        msg`${who} kept the held roles of ${plural(count, { one: "# person", other: "# people" })} on the Discord server ${server}`,
      ),
  ],
};

/** The event as one sentence, without a full stop. */
export function discordSentence({
  kind,
  actor,
  subject,
  serverName,
  detail,
}: DiscordEvent): Piece[] {
  const pieces = DISCORD_MESSAGES[kind][1]({
    who: { name: actor === null ? "Muster" : (actor.name ?? say(UNKNOWN_USER)) },
    member: { name: subject?.name ?? detail.discordName ?? say(UNKNOWN_USER) },
    server: { name: serverName },
    detail,
  });
  return withChangedBack(pieces, detail);
}

export function discordChanges({ detail }: DiscordEvent): Change[] {
  return changesIn(detail.changes);
}

/** Roles and nickname that a member got or lost, and the reason of a decision. */
export function discordFacts({ kind, detail }: DiscordEvent): string[] {
  const { added = [], removed = [], nickname, reason } = detail;
  return [
    ...(added.length > 0 ? [t`Given: ${ph({ roles: enumerated(added) })}`] : []),
    ...(removed.length > 0 ? [t`Taken: ${ph({ roles: enumerated(removed) })}`] : []),
    ...(nickname === undefined ? [] : [t`Nickname: ${nickname}`]),
    ...(kind.startsWith("role_removals") && reason !== undefined ? [`“${reason}”`] : []),
  ];
}
