import type { DiscordEvent } from "#shared/events/activity.ts";
import type { DiscordEventKind } from "#shared/events/kinds.ts";
import { formatCount } from "#web/lib/format.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { changesIn } from "./changes.ts";
import type { Change } from "./changes.ts";
import { changedBack } from "./group-sentence.ts";

type Names = { who: Piece; server: Piece; member: Piece; detail: DiscordEvent["detail"] };

const people = (count = 0) => formatCount(count, "person", "people");

/** Each kind with its name in the filter of the log, and its sentence. */
export const DISCORD_MESSAGES: Record<
  DiscordEventKind,
  readonly [string, (names: Names) => Piece[]]
> = {
  server_added: [
    "Server set up",
    ({ who, server }) => [who, " set up the Discord server ", server],
  ],
  server_updated: [
    "Server changed",
    ({ who, server }) => [who, " changed the Discord server ", server],
  ],
  server_removed: [
    "Server removed",
    ({ who, server }) => [who, " removed the Discord server ", server],
  ],
  server_switched_on: [
    "Server switched on",
    ({ who, server }) => [who, " switched the Discord server ", server, " on"],
  ],
  server_switched_off: [
    "Server switched off",
    ({ who, server }) => [who, " switched the Discord server ", server, " off"],
  ],
  server_joined: [
    "Server joined",
    ({ who, server }) => [who, " joined the Discord server ", server],
  ],
  roles_changed: [
    "Roles changed",
    ({ who, member, server }) => [who, " changed ", member, " on the Discord server ", server],
  ],
  drift_decided: [
    "Changes by hand decided",
    ({ who, detail, server }) => [
      who,
      detail.reason === "enforce" ? " corrected " : " accepted ",
      formatCount(detail.count ?? 0, "change", "changes"),
      " made by hand on the Discord server ",
      server,
    ],
  ],
  role_removals_held: [
    "Role removals held",
    ({ detail, server }) => [
      "Roles of ",
      people(detail.count),
      " on the Discord server ",
      server,
      " were held",
    ],
  ],
  role_removals_released: [
    "Role removals released",
    ({ who, detail, server }) => [
      who,
      " released the held roles of ",
      people(detail.count),
      " on the Discord server ",
      server,
    ],
  ],
  role_removals_discarded: [
    "Role removals discarded",
    ({ who, detail, server }) => [
      who,
      " kept the held roles of ",
      people(detail.count),
      " on the Discord server ",
      server,
    ],
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
  const sentence = DISCORD_MESSAGES[kind][1]({
    who: { name: actor === null ? "Muster" : (actor.name ?? UNKNOWN_USER) },
    member: { name: subject?.name ?? detail.discordName ?? UNKNOWN_USER },
    server: { name: serverName },
    detail,
  });
  return [...sentence, ...changedBack(detail)];
}

export function discordChanges({ detail }: DiscordEvent): Change[] {
  return changesIn(detail.changes);
}

/** Roles and nickname that a member got or lost, and the reason of a decision. */
export function discordFacts({ kind, detail }: DiscordEvent): string[] {
  const { added = [], removed = [], nickname, reason } = detail;
  return [
    ...(added.length > 0 ? [`Given: ${added.join(", ")}`] : []),
    ...(removed.length > 0 ? [`Taken: ${removed.join(", ")}`] : []),
    ...(nickname === undefined ? [] : [`Nickname: ${nickname}`]),
    ...(kind.startsWith("role_removals") && reason !== undefined ? [`“${reason}”`] : []),
  ];
}
