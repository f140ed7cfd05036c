import { msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#web/language/messages.ts";
import type { AccountActivity } from "#shared/events/activity.ts";
import type { AccountEventKind } from "#shared/events/kinds.ts";
import type { Affiliation } from "#shared/session.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { formatDate } from "#web/lib/time/time.ts";

type Names = {
  /** A text for the one who deploys Muster. */
  by: Piece;
  who: Name;
  character: Name;
  discord: Name;
  group: Name;
  system: Name;
  event: AccountActivity;
};

/** Each kind with its name in the filter of the log, and its sentence. */
export const ACCOUNT_MESSAGES: Record<
  AccountEventKind,
  readonly [Message, (names: Names) => Piece[]]
> = {
  account_created: [
    msg`Account created`,
    ({ who, character }) => sentence(msg`${who} created an account with ${character}`),
  ],
  character_linked: [
    msg`Character linked`,
    ({ who, character }) => sentence(msg`${who} linked ${character}`),
  ],
  character_confirmed: [
    msg`Character confirmed`,
    ({ who, character }) => sentence(msg`${who} confirmed ${character}`),
  ],
  character_unlinked: [
    msg`Character unlinked`,
    ({ who, character }) => sentence(msg`${who} unlinked ${character}`),
  ],
  character_sold: [
    msg`Character sold`,
    ({ who, character }) =>
      sentence(msg`${character} changed hands in EVE and left the account of ${who}`),
  ],
  character_acquired: [
    msg`Character acquired`,
    ({ who, character }) =>
      sentence(msg`${character} changed hands in EVE and joined the account of ${who}`),
  ],
  character_returned: [
    msg`Character returned`,
    ({ who, character }) => sentence(msg`${character} returned to the account of ${who}`),
  ],
  account_taken_back: [
    msg`Account taken back`,
    ({ who, character }) => sentence(msg`${character} took back the account of ${who}`),
  ],
  main_changed: [
    msg`Main changed`,
    ({ who, character }) => sentence(msg`${who} made ${character} the main`),
  ],
  session_ended: [msg`Session ended`, ({ who }) => sentence(msg`${who} ended a session`)],
  sessions_ended: [
    msg`Other sessions ended`,
    ({ who }) => sentence(msg`${who} ended all other sessions`),
  ],
  sessions_revoked: [
    msg`All sessions of a user ended`,
    ({ by, who }) => sentence(msg`${by} ended all sessions of ${who}`),
  ],
  pilot_viewed: [
    msg`Page of a pilot opened`,
    ({ by, who }) => sentence(msg`${by} opened the page of ${who} under Pilots`),
  ],
  discord_linked: [
    msg`Discord linked`,
    ({ who, discord }) => sentence(msg`${who} linked the Discord account ${discord}`),
  ],
  discord_unlinked: [
    msg`Discord unlinked`,
    ({ who, discord }) => sentence(msg`${who} unlinked the Discord account ${discord}`),
  ],
  group_blocked: [
    msg`Group blocked`,
    ({ who, group }) => sentence(msg`${who} blocked invitations from ${group}`),
  ],
  group_unblocked: [
    msg`Group allowed again`,
    ({ who, group }) => sentence(msg`${who} allowed invitations from ${group} again`),
  ],
  account_exported: [
    msg`Data downloaded`,
    ({ who }) => sentence(msg`${who} downloaded the data of their account`),
  ],
  account_deleted: [msg`Account deleted`, ({ who }) => sentence(msg`${who} deleted their account`)],
  account_absorbed: [
    msg`Account merged into another`,
    ({ who, character }) =>
      sentence(msg`${who} agreed to be merged into the account of ${character}`),
  ],
  accounts_merged: [
    msg`Accounts merged`,
    ({ who, character }) =>
      sentence(msg`The account of ${character} was merged into that of ${who}`),
  ],
  administrator_confirmed: [
    msg`Administrator confirmed`,
    ({ by, character }) => sentence(msg`${by} confirmed ${character} as an administrator`),
  ],
  user_suspended: [msg`User suspended`, suspendedSentence],
  suspension_lifted: [
    msg`Suspension lifted`,
    ({ by, who }) => sentence(msg`${by} lifted the suspension of ${who}`),
  ],
  actions_undone: [
    msg`Actions undone`,
    ({ by, who }) => sentence(msg`${by} undid actions of ${who}`),
  ],
  account_moved_in: [
    msg`Account moved in`,
    ({ who, system }) => sentence(msg`${who} moved in from ${system}`),
  ],
  affiliation_changed: [msg`Corporation or alliance changed`, movedSentence],
  token_lost: [
    msg`Authorization lost`,
    ({ character, who }) =>
      sentence(msg`EVE revoked the authorization of ${character}, a character of ${who}`),
  ],
  token_restored: [
    msg`Character authorized again`,
    ({ who, character }) => sentence(msg`${who} authorized ${character} again`),
  ],
  administrator_added: [
    msg`Administrator added`,
    ({ who }) => sentence(msg`${who} became a system administrator`),
  ],
  administrator_removed: [
    msg`Administrator removed`,
    ({ who }) => sentence(msg`${who} is no longer a system administrator`),
  ],
};

export function accountSentence(event: AccountActivity): Piece[] {
  return ACCOUNT_MESSAGES[event.kind][1]({
    by: event.actor === null ? t`The deployer` : { name: event.actor.name ?? say(UNKNOWN_USER) },
    who: { name: event.subject.name ?? say(UNKNOWN_USER) },
    character: { name: event.characterName ?? t`a character` },
    discord: { name: event.discordName ?? t`(name not stored)` },
    group: { name: event.groupName ?? t`a group` },
    system: { name: event.moved?.from ?? t`another system` },
    event,
  });
}

function suspendedSentence({ by, who, event: { suspension } }: Names): Piece[] {
  if (suspension === null) return sentence(msg`${by} suspended ${who}`);
  const { until } = suspension;
  const reason = { name: suspension.reason };
  return until === null
    ? sentence(msg`${by} suspended ${who} permanently: ${reason}`)
    : sentence(msg`${by} suspended ${who} until ${ph({ date: formatDate(until) })}: ${reason}`);
}

/** "X left A for B, in the alliance C" */
function movedSentence({ character, event: { affiliation } }: Names): Piece[] {
  if (affiliation === null) return sentence(msg`${character} changed corporation`);
  const { from, to } = affiliation;
  const corporation = { name: corporationName(to) };
  const alliance = to.allianceId === null ? null : { name: allianceName(to) };
  if (from === null) {
    return alliance === null
      ? sentence(msg`${character} is in ${corporation}, in no alliance`)
      : sentence(msg`${character} is in ${corporation}, in the alliance ${alliance}`);
  }
  if (from.corporationId === to.corporationId) {
    return alliance === null
      ? sentence(msg`${character}’s corporation ${corporation} is now in no alliance`)
      : sentence(msg`${character}’s corporation ${corporation} is now in the alliance ${alliance}`);
  }
  const former = { name: corporationName(from) };
  return alliance === null
    ? sentence(msg`${character} left ${former} for ${corporation}, in no alliance`)
    : sentence(msg`${character} left ${former} for ${corporation}, in the alliance ${alliance}`);
}

function corporationName({ corporationId, corporationName: name }: Affiliation): string {
  return name ?? t`corporation ${ph({ corporationId: String(corporationId) })}`;
}

function allianceName({ allianceId, allianceName: name }: Affiliation): string {
  return name ?? t`alliance ${ph({ allianceId: String(allianceId) })}`;
}
