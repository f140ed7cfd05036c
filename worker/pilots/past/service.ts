import * as z from "zod/mini";
import type {
  CharacterChange,
  MembershipChange,
  PastCharacter,
  PastMembership,
  PastQuery,
  PilotPast,
  SinceThen,
} from "#shared/pilots/past.ts";
import type { NamedAffiliation } from "#shared/session.ts";
import { DAY_MS, isoOrNull } from "#shared/time.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { withAffiliationNames } from "#worker/audit/event-names.ts";
import { toNotedSeal } from "#worker/audit/seals/canonical.ts";
import { selectLastSeal } from "#worker/audit/seals/store.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { viewOfPilot } from "#worker/pilots/access/views.ts";
import { membershipsAt } from "./memberships.ts";
import { isUnlink, pilotAt, rolesAt } from "./replay.ts";
import type { Beginnings, CharacterThen, Moment, PilotEvent, PresentPilot } from "./replay.ts";
import * as store from "./store.ts";

/** What a user had at the end of a day, in one round trip. The user reads on My access that the page was opened. */
export async function getPast(
  context: Context,
  actor: UserActor,
  userId: string,
  { on }: PastQuery,
): Promise<PilotPast> {
  const instant = Date.parse(on) + DAY_MS;
  const moment: Moment = { before: eventIdsFrom(instant), instant };
  const [
    [user],
    latest,
    changes,
    characters,
    memberships,
    groupNames,
    [began],
    histories,
    roleChanges,
    [seal],
  ] = await runBatch(context.db, [
    store.selectUser({ userId }),
    store.selectEvents({ userId }),
    store.selectGroupChanges({ userId }),
    store.selectCharacters({ userId }),
    store.selectMemberships({ userId }),
    store.selectGroupNames({ userId }),
    store.selectBeginnings(),
    store.selectHistories({ userId }),
    store.selectRoleChanges({ userId, before: moment.before }),
    selectLastSeal(),
    viewOfPilot(context, actor.userId, { about: userId }),
  ]);
  if (user === undefined) throw new ApiError("no_such_pilot");
  const rows = oldestFirst(latest);
  const events = rows.filter(({ log }) => log === "accounts").map(toEvent);
  const present = presentOf(user, characters);
  const isBefore = user.createdAt.getTime() >= instant;
  const then = isBefore ? undefined : pilotAt(events, present, beginningsOf(began), moment);
  const names = namesOf(rows, characters);
  const groups = isBefore
    ? []
    : membershipsAt(rows, changes, memberships, moment).map((membership): PastMembership => ({
        ...membership,
        ...groupOf(membership, groupNames),
      }));
  const main = then?.main?.value ?? null;
  return {
    on,
    name: user.mainCharacterName,
    createdAt: user.createdAt.toISOString(),
    isBefore,
    mergedAt: isoOrNull(then?.mergedAt),
    mainCharacterId: main,
    isMainRecorded: then?.main != null,
    isAdmin: then?.isAdmin?.value ?? null,
    isSuspended: then?.isSuspended ?? false,
    discord: then?.discord
      ? { name: then.discord.name, linkedAt: isoOrNull(then.discord.linkedAt) }
      : null,
    characters: (then?.characters ?? [])
      .map((character) => ({
        ...presentCharacter(character, main, events, names, moment),
        ...affiliationThen(character, histories, instant),
      }))
      .toSorted(
        (a, b) =>
          Number(b.isMain) - Number(a.isMain) || a.characterName.localeCompare(b.characterName),
      ),
    groups,
    roles: isBefore
      ? []
      : rolesAt(oldestFirst(roleChanges).map(toRoleEvent), unlinksOf(rows), moment.before),
    now: { characters: characters.length, groups: memberships.length },
    days: [...new Set(rows.map(({ createdAt }) => createdAt.toISOString().slice(0, 10)))],
    loggedSince: isoOrNull(began?.loggedSince),
    isCut: [latest, roleChanges].some(({ length }) => length > store.MOST_EVENTS),
    seal: toNotedSeal(seal),
  };
}

/** The statements read one row more than is used, to tell whether there are more. */
function oldestFirst<Row>(latest: readonly Row[]): Row[] {
  return latest.slice(0, store.MOST_EVENTS).toReversed();
}

function toRoleEvent({
  detail,
  createdAt,
  ...event
}: RowOfStatement<typeof store.selectRoleChanges>) {
  const { added = [], removed = [] } = detail;
  return { ...event, added, removed, at: createdAt.getTime() };
}

function unlinksOf(rows: readonly store.PastEventRow[]): string[] {
  return rows.flatMap(({ id, kind }) => (kind === "discord_unlinked" ? [id] : []));
}

function toEvent(row: store.PastEventRow): PilotEvent {
  const { mainCharacterId, until, discordName } = row.detail;
  return {
    id: row.id,
    kind: row.kind,
    at: row.createdAt.getTime(),
    characterId: row.characterId,
    affiliation: withAffiliationNames(row.detail.affiliation, row.affiliationNames),
    mainCharacterId,
    until,
    discordName,
  };
}

type HistoryRow = RowOfStatement<typeof store.selectHistories>;

function presentOf(
  { mainCharacterId, discordName, discordLinkedAt }: RowOfStatement<typeof store.selectUser>,
  characters: readonly store.CharacterRow[],
): PresentPilot {
  return {
    mainCharacterId,
    discord:
      discordName === null || discordLinkedAt === null
        ? null
        : { name: discordName, linkedAt: discordLinkedAt.getTime() },
    characters: characters.map((row) => ({
      characterId: row.characterId,
      linkedAt: row.linkedAt?.getTime() ?? null,
      affiliation: affiliationOf(row),
      hasToken: row.tokenState !== null && row.tokenState !== "revoked",
      tokenSince: row.tokenSince?.getTime() ?? null,
    })),
  };
}

function affiliationOf({
  corporationId,
  corporationName,
  allianceId,
  allianceName,
}: store.CharacterRow): NamedAffiliation | null {
  return corporationId === null
    ? null
    : { corporationId, corporationName, allianceId, allianceName };
}

function beginningsOf(row: RowOfStatement<typeof store.selectBeginnings> | undefined): Beginnings {
  const tokens = [row?.tokensLost, row?.tokensRestored].filter((id) => id != null).toSorted();
  return {
    affiliations: row?.affiliations ?? null,
    tokens: tokens[0] ?? null,
    administrators: row?.administrators ?? null,
  };
}

/** The last name that the log or the present knows of each character. */
function namesOf(
  rows: readonly store.PastEventRow[],
  characters: readonly store.CharacterRow[],
): Map<number, string> {
  const logged = rows.flatMap(({ characterId, characterName }) =>
    characterId === null || characterName === null ? [] : [[characterId, characterName] as const],
  );
  return new Map([
    ...logged,
    ...characters.map(({ characterId, characterName }) => [characterId, characterName] as const),
  ]);
}

type AffiliationField = "affiliation" | "isAffiliationRecorded" | "isFromHistory";

/** What the log tells, else what EVE's history tells, if it was read after the moment. */
function affiliationThen(
  { characterId, affiliation }: CharacterThen,
  histories: readonly HistoryRow[],
  instant: number,
): Pick<PastCharacter, AffiliationField> {
  const told = affiliation?.value ?? null;
  const isAffiliationRecorded = affiliation !== null;
  const history = histories.find((entry) => entry.characterId === characterId);
  if (told !== null || history === undefined || (history.checkedAt ?? 0) < instant) {
    return { affiliation: told, isAffiliationRecorded, isFromHistory: false };
  }
  const entry = historySchema
    .parse(JSON.parse(history.entries))
    .find(({ startDate }) => Date.parse(startDate) < instant);
  if (entry === undefined) {
    return { affiliation: null, isAffiliationRecorded, isFromHistory: false };
  }
  const { corporationId, corporationName } = entry;
  const then = { corporationId, corporationName, allianceId: null, allianceName: null };
  return { affiliation: then, isAffiliationRecorded, isFromHistory: true };
}

const historySchema = z.array(
  z.object({
    corporationId: z.int(),
    corporationName: z.nullable(z.string()),
    startDate: z.string(),
  }),
);

function presentCharacter(
  { characterId, linkedAt, hasToken }: CharacterThen,
  main: number | null,
  events: readonly PilotEvent[],
  names: ReadonlyMap<number, string>,
  { before }: Moment,
): Omit<PastCharacter, AffiliationField> {
  const isMain = characterId === main;
  const later = events.filter(({ id }) => id >= before);
  return {
    characterId,
    characterName: names.get(characterId) ?? "Unknown",
    isMain,
    linkedAt: isoOrNull(linkedAt),
    hasToken: hasToken?.value ?? null,
    sinceThen: sinceThen(characterId, isMain, later),
  };
}

/** The loss that matters most: of the character, of its role as the main, of its token; then the first move. */
function sinceThen(
  characterId: number,
  isMain: boolean,
  later: readonly PilotEvent[],
): SinceThen<CharacterChange> {
  const own = later.filter((event) => event.characterId === characterId);
  const gone = own.find(isUnlink);
  if (gone) return told(gone.kind === "character_sold" ? "sold" : "unlinked", gone);
  const successor = later.find(
    (event) =>
      event.kind === "main_changed" ||
      (event.mainCharacterId !== undefined && event.mainCharacterId !== characterId),
  );
  if (isMain && successor) return told("not_main", successor);
  const lost = own.find(({ kind }) => kind === "token_lost");
  if (lost) return told("token_lost", lost);
  // The first reading has nothing before it.
  const moved = own.find(
    ({ kind, affiliation }) => kind === "affiliation_changed" && affiliation?.from != null,
  );
  return moved ? told("moved", moved) : null;
}

function told<Kind extends CharacterChange | MembershipChange>(kind: Kind, { at }: { at: number }) {
  return { kind, at: new Date(at).toISOString() };
}

function groupOf(
  { groupId, groupName }: { groupId: string; groupName: string },
  groupNames: readonly { groupId: string; groupName: string }[],
) {
  const present = groupNames.find((group) => group.groupId === groupId);
  return { groupName: present?.groupName ?? groupName, isDeleted: present === undefined };
}
