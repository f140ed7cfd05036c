import type { AccountEvent } from "#shared/characters.ts";
import { groupsNamedBy } from "#shared/requirements/conditions.ts";
import type {
  AccountActivity,
  Activity,
  ApplicationEvent,
  CorporationEvent,
  DiscordEvent,
  GroupEvent,
} from "#shared/events/activity.ts";
import type {
  AccountEventKind,
  ApplicationEventKind,
  CorporationEventKind,
  DiscordEventKind,
  GroupEventKind,
} from "#shared/events/kinds.ts";
import { toIso } from "#shared/time.ts";
import type { AccountEventRow } from "./account-events.ts";
import { withAffiliationNames } from "./event-names.ts";
import type { EventRow } from "./store.ts";

// One row, three views: each log has kinds and fields of its own in the API.
type RowOf<Kind> = EventRow & { kind: Kind };

export function toActivity(row: EventRow): Activity {
  if (isOfGroups(row)) return { ...toGroupEvent(row), log: "groups" };
  if (isOfCorporations(row)) {
    return { ...toCorporationEvent(row), log: "corporations", requestId: row.requestId };
  }
  if (isOfDiscord(row)) return { ...toDiscordEvent(row), log: "discord" };
  if (isOfApplications(row)) return { ...toApplicationEvent(row), log: "applications" };
  if (isOfAccounts(row)) return { ...toAccountActivity(row), log: "accounts" };
  throw new Error(`The event ${row.id} belongs to no log.`);
}

const isOf =
  <Kind>(log: EventRow["log"]) =>
  (row: EventRow): row is RowOf<Kind> =>
    row.log === log;
export const isOfGroups = isOf<GroupEventKind>("groups");
export const isOfCorporations = isOf<CorporationEventKind>("corporations");
export const isOfDiscord = isOf<DiscordEventKind>("discord");
const isOfApplications = isOf<ApplicationEventKind>("applications");
const isOfAccounts = isOf<AccountEventKind>("accounts");

export function toGroupEvent(row: RowOf<GroupEventKind>): GroupEvent {
  // Field by field: in long lists, copying the rest of a row takes twice as long.
  return {
    id: row.id,
    kind: row.kind,
    groupId: row.groupId,
    groupName: row.groupName,
    categoryId: row.categoryId,
    categoryName: row.categoryName,
    requestId: row.requestId,
    actor: actorOf(row),
    subject: toUser(row.subjectId, row.subjectName),
    detail: row.detail,
    createdAt: toIso(row.createdAt),
  };
}

export function toCorporationEvent(row: RowOf<CorporationEventKind>): CorporationEvent {
  const { characterId, characterName } = row;
  return {
    id: row.id,
    kind: row.kind,
    corporationId: row.corporationId ?? 0,
    corporationName: row.corporationName ?? "",
    createdAt: toIso(row.createdAt),
    actor: toUser(row.actorId, row.actorName),
    character:
      characterId === null ? null : { characterId, characterName: characterName ?? "Unknown" },
    detail: row.detail,
  };
}

export function toDiscordEvent(row: RowOf<DiscordEventKind>): DiscordEvent {
  const { added, removed, nickname, discordName, count, reason, changes } = row.detail;
  return {
    id: row.id,
    kind: row.kind,
    serverId: row.serverId ?? "",
    serverName: row.serverName ?? "",
    requestId: row.requestId,
    createdAt: toIso(row.createdAt),
    actor: toUser(row.actorId, row.actorName),
    subject: toUser(row.subjectId, row.subjectName),
    detail: { added, removed, nickname, discordName, count, reason, changes },
  };
}

/** An application has a name and is no user. */
function actorOf({ actorKind, actorId, actorName }: EventRow) {
  return actorKind === "application"
    ? { userId: null, name: actorName }
    : toUser(actorId, actorName);
}

function toApplicationEvent(row: RowOf<ApplicationEventKind>): ApplicationEvent {
  const { changes, reason, count, label, act } = row.detail;
  return {
    id: row.id,
    kind: row.kind,
    applicationId: row.applicationId,
    applicationName: row.applicationName,
    requestId: row.requestId,
    createdAt: toIso(row.createdAt),
    actor: actorOf(row),
    subject: toUser(row.subjectId, row.subjectName),
    detail: { changes, reason, count, label, act },
  };
}

/** Never names the other user: the main of a user who is in no list of the group is private. */
export function toAccountEvent(row: AccountEventRow): AccountEvent {
  const { detail, log } = row;
  const isDecision = log === "groups";
  return {
    id: row.id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `account-events.ts` reads no other kinds
    kind: row.kind as AccountEvent["kind"],
    characterId: row.characterId,
    characterName: row.characterName,
    discordName: detail.discordName ?? null,
    groupId: row.isGroupVisible === 1 ? row.groupId : null,
    groupName: isDecision ? row.groupName : (detail.groupName ?? null),
    reason: isDecision ? (detail.reason ?? null) : null,
    isExtension: detail.isExtension ?? false,
    endsAt: isDecision ? (detail.until ?? detail.changes?.["endsAt"]?.to ?? null) : null,
    causes: isDecision ? withoutGroups(detail.causes) : [],
    suspension: isDecision ? null : suspensionIn(detail),
    moved: detail.moved ?? null,
    createdAt: toIso(row.createdAt),
  };
}

/** A cause that names a group could reveal one that the user may not see. */
function withoutGroups(causes: EventRow["detail"]["causes"] = []) {
  return causes.filter(({ condition }) => groupsNamedBy(condition).length === 0);
}

function suspensionIn({ reason, until = null }: EventRow["detail"]) {
  return reason === undefined ? null : { reason, until };
}

function toAccountActivity(row: RowOf<AccountEventKind>): AccountActivity {
  return {
    id: row.id,
    kind: row.kind,
    characterName: row.characterName,
    discordName: row.detail.discordName ?? null,
    groupName: row.detail.groupName ?? null,
    suspension: suspensionIn(row.detail),
    moved: row.detail.moved ?? null,
    affiliation: withAffiliationNames(row.detail.affiliation, row.affiliationNames) ?? null,
    requestId: row.requestId,
    createdAt: toIso(row.createdAt),
    actor: toUser(row.actorId, row.actorName),
    subject: { userId: row.subjectId ?? "", name: row.subjectName },
  };
}

function toUser(userId: string | null, name: string | null) {
  return userId === null ? null : { userId, name };
}
