import { msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { AccountActivity } from "#shared/events/activity.ts";
import type { AccountEventKind } from "#shared/events/kinds.ts";
import type { NamedAffiliation } from "#shared/session.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { formatDate } from "#web/lib/time.ts";

type Names = {
  /** Null for the person who deploys Muster. */
  by: Name | null;
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
  readonly [Message, (names: Names) => Message]
> = {
  account_created: [
    msg`Account created`,
    ({ who, character }) => msg`${who} created an account with ${character}`,
  ],
  character_linked: [
    msg`Character linked`,
    ({ who, character }) => msg`${who} linked ${character}`,
  ],
  character_confirmed: [
    msg`Character confirmed`,
    ({ who, character }) => msg`${who} confirmed ${character}`,
  ],
  character_unlinked: [
    msg`Character unlinked`,
    ({ who, character }) => msg`${who} unlinked ${character}`,
  ],
  character_sold: [
    msg`Character sold`,
    ({ who, character }) => msg`${character} changed hands in EVE and left the account of ${who}`,
  ],
  character_acquired: [
    msg`Character acquired`,
    ({ who, character }) => msg`${character} changed hands in EVE and joined the account of ${who}`,
  ],
  character_returned: [
    msg`Character returned`,
    ({ who, character }) => msg`${character} returned to the account of ${who}`,
  ],
  account_taken_back: [
    msg`Account taken back`,
    ({ who, character }) => msg`${character} took back the account of ${who}`,
  ],
  main_changed: [msg`Main changed`, ({ who, character }) => msg`${who} made ${character} the main`],
  session_ended: [msg`Session ended`, ({ who }) => msg`${who} ended a session`],
  sessions_ended: [msg`Other sessions ended`, ({ who }) => msg`${who} ended all other sessions`],
  sessions_revoked: [
    msg`All sessions of a user ended`,
    ({ by, who }) =>
      by === null
        ? msg`The deployer ended all sessions of ${who}`
        : msg`${by} ended all sessions of ${who}`,
  ],
  pilot_viewed: [
    msg`Page of a pilot opened`,
    ({ by, who }) =>
      by === null
        ? msg`The deployer opened the page of ${who} under Pilots`
        : msg`${by} opened the page of ${who} under Pilots`,
  ],
  discord_linked: [
    msg`Discord linked`,
    ({ who, discord }) => msg`${who} linked the Discord account ${discord}`,
  ],
  discord_unlinked: [
    msg`Discord unlinked`,
    ({ who, discord }) => msg`${who} unlinked the Discord account ${discord}`,
  ],
  group_blocked: [
    msg`Group blocked`,
    ({ who, group }) => msg`${who} blocked invitations from ${group}`,
  ],
  group_unblocked: [
    msg`Group allowed again`,
    ({ who, group }) => msg`${who} allowed invitations from ${group} again`,
  ],
  account_exported: [
    msg`Data downloaded`,
    ({ who }) => msg`${who} downloaded the data of their account`,
  ],
  account_deleted: [msg`Account deleted`, ({ who }) => msg`${who} deleted their account`],
  account_absorbed: [
    msg`Account merged into another`,
    ({ who, character }) => msg`${who} agreed to be merged into the account of ${character}`,
  ],
  accounts_merged: [
    msg`Accounts merged`,
    ({ who, character }) => msg`The account of ${character} was merged into that of ${who}`,
  ],
  administrator_confirmed: [
    msg`Administrator confirmed`,
    ({ by, character }) =>
      by === null
        ? msg`The deployer confirmed ${character} as an administrator`
        : msg`${by} confirmed ${character} as an administrator`,
  ],
  user_suspended: [msg`User suspended`, suspended],
  suspension_lifted: [
    msg`Suspension lifted`,
    ({ by, who }) =>
      by === null
        ? msg`The deployer lifted the suspension of ${who}`
        : msg`${by} lifted the suspension of ${who}`,
  ],
  actions_undone: [
    msg`Actions undone`,
    ({ by, who }) =>
      by === null ? msg`The deployer undid actions of ${who}` : msg`${by} undid actions of ${who}`,
  ],
  account_moved_in: [
    msg`Account moved in`,
    ({ who, system }) => msg`${who} moved in from ${system}`,
  ],
  affiliation_changed: [msg`Corporation or alliance changed`, moved],
  token_lost: [
    msg`Authorization lost`,
    ({ character, who }) =>
      msg`EVE revoked the authorization of ${character}, a character of ${who}`,
  ],
  token_restored: [
    msg`Character authorized again`,
    ({ who, character }) => msg`${who} authorized ${character} again`,
  ],
  administrator_added: [
    msg`Administrator added`,
    ({ who }) => msg`${who} became a system administrator`,
  ],
  administrator_removed: [
    msg`Administrator removed`,
    ({ who }) => msg`${who} is no longer a system administrator`,
  ],
};

export function accountSentence(event: AccountActivity): Piece[] {
  const { kind, actor, subject, characterName, discordName, groupName, moved } = event;
  return sentence(
    ACCOUNT_MESSAGES[kind][1]({
      by: actor === null ? null : { name: actor.name ?? say(UNKNOWN_USER) },
      who: { name: subject.name ?? say(UNKNOWN_USER) },
      character: {
        name: characterName ?? t({ context: "instead of its name", message: "a character" }),
      },
      discord: { name: discordName ?? t`(name not stored)` },
      group: { name: groupName ?? t({ context: "instead of its name", message: "a group" }) },
      system: {
        name: moved?.from ?? t({ context: "instead of its name", message: "another system" }),
      },
      event,
    }),
  );
}

function suspended({ by, who, event: { suspension } }: Names): Message {
  if (suspension === null) {
    return by === null ? msg`The deployer suspended ${who}` : msg`${by} suspended ${who}`;
  }
  const reason = { name: suspension.reason };
  if (suspension.until === null) {
    return by === null
      ? msg`The deployer suspended ${who} permanently: ${reason}`
      : msg`${by} suspended ${who} permanently: ${reason}`;
  }
  const until = formatDate(suspension.until);
  return by === null
    ? msg`The deployer suspended ${who} until ${until}: ${reason}`
    : msg`${by} suspended ${who} until ${until}: ${reason}`;
}

function moved({ character, event: { affiliation } }: Names): Message {
  if (affiliation === null) return msg`${character} changed corporation`;
  const { from, to } = affiliation;
  const corporation = { name: corporationName(to) };
  const alliance = to.allianceId === null ? null : { name: allianceName(to) };
  if (from === null) {
    return alliance === null
      ? msg`${character} is in ${corporation}, in no alliance`
      : msg`${character} is in ${corporation}, in the alliance ${alliance}`;
  }
  if (from.corporationId === to.corporationId) {
    return alliance === null
      ? msg`${character}’s corporation ${corporation} is now in no alliance`
      : msg`${character}’s corporation ${corporation} is now in the alliance ${alliance}`;
  }
  const former = { name: corporationName(from) };
  return alliance === null
    ? msg`${character} left ${former} for ${corporation}, in no alliance`
    : msg`${character} left ${former} for ${corporation}, in the alliance ${alliance}`;
}

function corporationName({ corporationId, corporationName: name }: NamedAffiliation): string {
  return name ?? t`corporation ${ph({ corporationId: String(corporationId) })}`;
}

function allianceName({ allianceId, allianceName: name }: NamedAffiliation): string {
  return name ?? t`alliance ${ph({ allianceId: String(allianceId) })}`;
}
