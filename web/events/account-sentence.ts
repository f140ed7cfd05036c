import type { AccountActivity } from "#shared/events/activity.ts";
import type { AccountEventKind } from "#shared/events/kinds.ts";
import type { Affiliation } from "#shared/session.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { formatDate } from "#web/lib/time/time.ts";

type Names = {
  terms: Piece[];
  by: Piece;
  who: Piece;
  character: Piece;
  discord: Piece;
  group: Piece;
  system: Piece;
  move: Piece[];
};

/** Each kind with its name in the filter of the log, and its sentence. */
export const ACCOUNT_MESSAGES: Record<
  AccountEventKind,
  readonly [string, (names: Names) => Piece[]]
> = {
  account_created: [
    "Account created",
    ({ who, character }) => [who, " created an account with ", character],
  ],
  character_linked: ["Character linked", ({ who, character }) => [who, " linked ", character]],
  character_confirmed: [
    "Character confirmed",
    ({ who, character }) => [who, " confirmed ", character],
  ],
  character_unlinked: [
    "Character unlinked",
    ({ who, character }) => [who, " unlinked ", character],
  ],
  character_sold: [
    "Character sold",
    ({ who, character }) => [character, " changed hands in EVE and left the account of ", who],
  ],
  character_acquired: [
    "Character acquired",
    ({ who, character }) => [character, " changed hands in EVE and joined the account of ", who],
  ],
  character_returned: [
    "Character returned",
    ({ who, character }) => [character, " returned to the account of ", who],
  ],
  account_taken_back: [
    "Account taken back",
    ({ who, character }) => [character, " took back the account of ", who],
  ],
  main_changed: ["Main changed", ({ who, character }) => [who, " made ", character, " the main"]],
  session_ended: ["Session ended", ({ who }) => [who, " ended a session"]],
  sessions_ended: ["Other sessions ended", ({ who }) => [who, " ended all other sessions"]],
  sessions_revoked: [
    "All sessions of a user ended",
    ({ by, who }) => [by, " ended all sessions of ", who],
  ],
  pilot_viewed: [
    "Page of a pilot opened",
    ({ by, who }) => [by, " opened the page of ", who, " under Pilots"],
  ],
  discord_linked: [
    "Discord linked",
    ({ who, discord }) => [who, " linked the Discord account ", discord],
  ],
  discord_unlinked: [
    "Discord unlinked",
    ({ who, discord }) => [who, " unlinked the Discord account ", discord],
  ],
  group_blocked: ["Group blocked", ({ who, group }) => [who, " blocked invitations from ", group]],
  group_unblocked: [
    "Group allowed again",
    ({ who, group }) => [who, " allowed invitations from ", group, " again"],
  ],
  account_exported: [
    "Data downloaded",
    ({ who }) => [who, " downloaded the data of their account"],
  ],
  account_deleted: ["Account deleted", ({ who }) => [who, " deleted their account"]],
  account_absorbed: [
    "Account merged into another",
    ({ who, character }) => [who, " agreed to be merged into the account of ", character],
  ],
  accounts_merged: [
    "Accounts merged",
    ({ who, character }) => ["The account of ", character, " was merged into that of ", who],
  ],
  administrator_confirmed: [
    "Administrator confirmed",
    ({ by, character }) => [by, " confirmed ", character, " as an administrator"],
  ],
  user_suspended: ["User suspended", ({ by, who, terms }) => [by, " suspended ", who, ...terms]],
  suspension_lifted: [
    "Suspension lifted",
    ({ by, who }) => [by, " lifted the suspension of ", who],
  ],
  actions_undone: ["Actions undone", ({ by, who }) => [by, " undid actions of ", who]],
  account_moved_in: ["Account moved in", ({ who, system }) => [who, " moved in from ", system]],
  affiliation_changed: [
    "Corporation or alliance changed",
    ({ character, move }) => [character, ...move],
  ],
  token_lost: [
    "Authorization lost",
    ({ character, who }) => [
      "EVE revoked the authorization of ",
      character,
      ", a character of ",
      who,
    ],
  ],
  token_restored: [
    "Character authorized again",
    ({ who, character }) => [who, " authorized ", character, " again"],
  ],
  administrator_added: [
    "Administrator added",
    ({ who }) => [who, " became a system administrator"],
  ],
  administrator_removed: [
    "Administrator removed",
    ({ who }) => [who, " is no longer a system administrator"],
  ],
};

export function accountSentence(event: AccountActivity): Piece[] {
  return ACCOUNT_MESSAGES[event.kind][1]({
    by: event.actor === null ? "The deployer" : { name: event.actor.name ?? UNKNOWN_USER },
    terms: termsOf(event),
    who: { name: event.subject.name ?? UNKNOWN_USER },
    character: { name: event.characterName ?? "a character" },
    discord: { name: event.discordName ?? "(name not stored)" },
    group: { name: event.groupName ?? "a group" },
    system: { name: event.moved?.from ?? "another system" },
    move: moveOf(event),
  });
}

function termsOf({ suspension }: AccountActivity): Piece[] {
  if (suspension === null) return [];
  const { until, reason } = suspension;
  return [until === null ? " permanently: " : ` until ${formatDate(until)}: `, { name: reason }];
}

/** " left A for B, in the alliance C" */
function moveOf({ affiliation }: AccountActivity): Piece[] {
  if (affiliation === null) return [" changed corporation"];
  const { from, to } = affiliation;
  const corporation = { name: corporationName(to) };
  const alliance: Piece[] =
    to.allianceId === null
      ? [" in no alliance"]
      : [" in the alliance ", { name: allianceName(to) }];
  if (from === null) return [" is in ", corporation, ",", ...alliance];
  if (from.corporationId === to.corporationId)
    return ["’s corporation ", corporation, " is now", ...alliance];
  return [" left ", { name: corporationName(from) }, " for ", corporation, ",", ...alliance];
}

function corporationName({ corporationId, corporationName: name }: Affiliation): string {
  return name ?? `corporation ${corporationId}`;
}

function allianceName({ allianceId, allianceName: name }: Affiliation): string {
  return name ?? `alliance ${allianceId}`;
}
