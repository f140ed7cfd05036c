import type { AffiliationChange } from "#shared/events/details.ts";
import { definitionOf } from "#shared/events/kinds.ts";
import type { PastRole } from "#shared/pilots/past.ts";
import type { NamedAffiliation } from "#shared/session.ts";
import { UNKNOWN_CORPORATION_ID } from "#worker/db/schema/characters.ts";

/** An event of an account. `at` in milliseconds; `id` orders events. */
export type PilotEvent = {
  id: string;
  kind: string;
  at: number;
  characterId: number | null;
  affiliation?: AffiliationChange | undefined;
  /** The main after the event, if it says so. Null: none is left. */
  mainCharacterId?: number | null | undefined;
  /** When a suspension ends; null for a permanent one. */
  until?: string | null | undefined;
  discordName?: string | undefined;
};

/** A character that the account has now. */
type PresentCharacter = {
  characterId: number;
  linkedAt: number | null;
  affiliation: NamedAffiliation | null;
  hasToken: boolean;
  /** Since when the token is what it is. */
  tokenSince: number | null;
};

export type PresentPilot = {
  mainCharacterId: number | null;
  characters: readonly PresentCharacter[];
  discord: { name: string; linkedAt: number } | null;
};

/** The first events of the whole log that tell of these; before them, changes were not recorded. Null: none were so far. */
export type Beginnings = {
  affiliations: string | null;
  tokens: string | null;
  administrators: string | null;
};

/** The moment that is asked for: right before the event id `before`. */
export type Moment = { before: string; instant: number };

/** What the log knows, or that it does not. */
type Recorded<Value> = { value: Value } | null;

const isLink = ({ kind }: PilotEvent) => definitionOf(kind).character === "linked";
export const isUnlink = ({ kind }: PilotEvent) => definitionOf(kind).character === "unlinked";

type PilotThen = {
  main: Recorded<number | null>;
  characters: CharacterThen[];
  isAdmin: Recorded<boolean>;
  discord: { name: string; linkedAt: number | null } | null;
  isSuspended: boolean;
  /** When another account was merged into this one after the moment: the log does not tell what was whose. */
  mergedAt: number | null;
};

/**
 * What an account had at a moment, but for its memberships (`memberships.ts`). Pure. `events` are all events of the account, oldest
 * first, also later ones. Nothing is guessed: what the log does not tell is null.
 */
export function pilotAt(
  events: readonly PilotEvent[],
  present: PresentPilot,
  beginnings: Beginnings,
  moment: Moment,
): PilotThen {
  const characters = charactersAt(events, present, beginnings, moment);
  const merge = events.find(({ id, kind }) => kind === "accounts_merged" && id >= moment.before);
  return {
    main: merge === undefined ? mainAt(events, present, moment, characters.length > 0) : null,
    characters,
    isAdmin: adminAt(events, beginnings.administrators, moment),
    discord: discordAt(events, present, moment),
    isSuspended: isSuspendedAt(events, moment),
    mergedAt: merge?.at ?? null,
  };
}

/** The main after an event, if it was `main` before; undefined if the event does not change it. */
function mainAfter(
  event: PilotEvent,
  main: Recorded<number | null>,
): Recorded<number | null> | undefined {
  const { kind, characterId, mainCharacterId } = event;
  if (mainCharacterId !== undefined) return { value: mainCharacterId };
  switch (kind) {
    case "account_created":
    case "main_changed":
    case "account_absorbed":
      return { value: characterId };
    // Events from before they told what became of the main.
    case "account_taken_back":
      return null;
    case "character_sold":
      return main === null || main.value === characterId ? null : undefined;
    default:
      // The first character of a locked account becomes its main.
      return isLink(event) && main?.value === null ? { value: characterId } : undefined;
  }
}

function mainAt(
  events: readonly PilotEvent[],
  present: PresentPilot,
  { before }: Moment,
  hasCharacters: boolean,
): Recorded<number | null> {
  let main: Recorded<number | null> = null;
  for (const event of events.filter(({ id }) => id < before)) {
    const after = mainAfter(event, main);
    if (after !== undefined) main = after;
  }
  if (main !== null) return main;
  const later = events.filter(({ id }) => id >= before);
  const isChanged = later.some(
    // An account without characters was locked: the next one has become its main.
    (event) => mainAfter(event, null) !== undefined || (!hasCharacters && isLink(event)),
  );
  return isChanged ? null : { value: present.mainCharacterId };
}

function adminAt(
  events: readonly PilotEvent[],
  began: string | null,
  { before }: Moment,
): Recorded<boolean> {
  if (began === null || before <= began) return null;
  const last = events.findLast(
    ({ id, kind }) =>
      id < before && (kind === "administrator_added" || kind === "administrator_removed"),
  );
  return { value: last?.kind === "administrator_added" };
}

function discordAt(
  events: readonly PilotEvent[],
  { discord }: PresentPilot,
  { before, instant }: Moment,
): PilotThen["discord"] {
  const changes = events.filter(
    ({ kind }) => kind === "discord_linked" || kind === "discord_unlinked",
  );
  const isUnlinkedSince = changes.some(
    ({ kind, at }) => kind === "discord_unlinked" && at >= (discord?.linkedAt ?? 0),
  );
  if (discord !== null && discord.linkedAt < instant && !isUnlinkedSince) return discord;
  const last = changes.findLast(({ id }) => id < before);
  if (last !== undefined) {
    return last.kind === "discord_linked" ? { name: nameIn(last), linkedAt: last.at } : null;
  }
  const next = changes.find(({ id }) => id >= before);
  return next?.kind === "discord_unlinked" ? { name: nameIn(next), linkedAt: null } : null;
}

const nameIn = ({ discordName }: PilotEvent) => discordName ?? "";

function isSuspendedAt(events: readonly PilotEvent[], { before, instant }: Moment): boolean {
  const last = events.findLast(
    ({ id, kind }) => id < before && (kind === "user_suspended" || kind === "suspension_lifted"),
  );
  if (last?.kind !== "user_suspended") return false;
  return last.until == null || Date.parse(last.until) > instant;
}

/** What Muster has given and taken, oldest first. `id` orders events. */
type RoleEvent = {
  id: string;
  serverId: string | null;
  serverName: string | null;
  added: readonly string[];
  removed: readonly string[];
  at: number;
};

/**
 * The roles on Discord servers that Muster had given and not taken right before the event id `before`. Pure. `unlinked`: ids of the events
 * with which a Discord account was unlinked: the roles of that account are the user's no longer.
 */
export function rolesAt(
  events: readonly RoleEvent[],
  unlinked: readonly string[],
  before: string,
): PastRole[] {
  const lastUnlink =
    unlinked
      .filter((id) => id < before)
      .toSorted()
      .at(-1) ?? "";
  const held = new Map<string, PastRole>();
  for (const { id, serverId, serverName, added, removed, at } of events) {
    if (serverId === null || id >= before || id < lastUnlink) continue;
    for (const name of removed) held.delete(`${serverId} ${name}`);
    for (const roleName of added) {
      const since = new Date(at).toISOString();
      held.set(`${serverId} ${roleName}`, { serverId, serverName, roleName, since });
    }
  }
  return [...held.values()].toSorted(
    (a, b) =>
      (a.serverName ?? "").localeCompare(b.serverName ?? "") ||
      a.roleName.localeCompare(b.roleName),
  );
}

/** `linkedAt` is null if that was before the log. */
export type CharacterThen = {
  characterId: number;
  linkedAt: number | null;
  affiliation: Recorded<NamedAffiliation | null>;
  hasToken: Recorded<boolean>;
};

/**
 * The characters that an account had at a moment. Pure. `events` are all events of the account, oldest first, also later ones: what
 * an event says of the time before it is used, and what lies before the log is not recorded.
 */
function charactersAt(
  events: readonly PilotEvent[],
  { characters }: PresentPilot,
  beginnings: Beginnings,
  moment: Moment,
): CharacterThen[] {
  const present = new Map(characters.map((character) => [character.characterId, character]));
  const ofCharacter = Map.groupBy(events, ({ characterId }) => characterId);
  const ids = [...present.keys(), ...ofCharacter.keys()].filter((id) => id !== null);
  return [...new Set(ids)].flatMap((characterId) => {
    const own = ofCharacter.get(characterId) ?? [];
    const now = present.get(characterId);
    const linked = linkAt(own, now, moment);
    if (linked === null) return [];
    const stay = stayAt(own, now, moment);
    return [
      {
        characterId,
        ...linked,
        affiliation: affiliationAt(stay, beginnings.affiliations, moment),
        hasToken: tokenAt(stay, beginnings.tokens, moment),
      },
    ];
  });
}

function linkAt(
  own: readonly PilotEvent[],
  now: PresentCharacter | undefined,
  { before, instant }: Moment,
): { linkedAt: number | null } | null {
  const changes = own.filter((event) => isLink(event) || isUnlink(event) || isOfMain(event));
  const [first] = changes;
  // A character that leaves, or becomes the main, without having joined was linked before the log.
  let linked: { linkedAt: number | null } | null =
    first !== undefined && !isLink(first) ? { linkedAt: null } : null;
  for (const event of changes.filter(({ id }) => id < before)) {
    if (isUnlink(event)) linked = null;
    else if (isLink(event)) linked ??= { linkedAt: event.at };
  }
  if (linked !== null || now === undefined) return linked;
  // Characters that came with another system or another account have no event.
  const { linkedAt } = now;
  const hasLeftSince = changes.some((event) => isUnlink(event) && event.at >= (linkedAt ?? 0));
  const isThere = !hasLeftSince && linkedAt !== null && linkedAt < instant;
  return isThere ? { linkedAt } : null;
}

const isOfMain = ({ kind }: PilotEvent) => kind === "main_changed";

/** A stay in the account without interruption around the moment. `now`: the stay lasts. */
type Stay = {
  earlier: readonly PilotEvent[];
  later: readonly PilotEvent[];
  now: PresentCharacter | undefined;
};

function stayAt(
  own: readonly PilotEvent[],
  now: PresentCharacter | undefined,
  { before }: Moment,
): Stay {
  const past = own.filter(({ id }) => id < before);
  const future = own.filter(({ id }) => id >= before);
  const end = future.findIndex(isUnlink);
  return {
    earlier: past.slice(past.findLastIndex(isUnlink) + 1),
    later: end === -1 ? future : future.slice(0, end),
    now: end === -1 ? now : undefined,
  };
}

/** While a character is in the account, every change is recorded with what was before and after it. */
function affiliationAt(
  { earlier, later, now }: Stay,
  began: string | null,
  { before }: Moment,
): Recorded<NamedAffiliation | null> {
  if (began === null || before <= began) return null;
  const last = earlier.findLast(({ affiliation }) => affiliation !== undefined)?.affiliation;
  if (last !== undefined) return { value: last.to };
  const next = later.find(({ affiliation }) => affiliation !== undefined)?.affiliation;
  const then = next === undefined ? now?.affiliation : next.from;
  // Between a departure and EVE's next answer, the corporation is unknown: that tells nothing of the time before.
  const isTold = then !== undefined && then?.corporationId !== UNKNOWN_CORPORATION_ID;
  return isTold ? { value: then } : null;
}

function tokenAt(
  { earlier, later, now }: Stay,
  began: string | null,
  { before, instant }: Moment,
): Recorded<boolean> {
  if (began !== null && before > began) {
    // A former main that takes back an account in which it is already brings no token.
    const last = earlier.findLast(
      (event, index) => event.id >= began && (isOfToken(event) || (isLink(event) && index === 0)),
    );
    if (last !== undefined) return { value: last.kind !== "token_lost" };
    const next = later.find(isOfToken);
    if (next !== undefined) return { value: next.kind === "token_lost" };
    if (now !== undefined) return { value: now.hasToken };
  }
  const isSame = now?.tokenSince != null && now.tokenSince < instant;
  return isSame ? { value: now.hasToken } : null;
}

const isOfToken = ({ kind }: PilotEvent) => kind === "token_lost" || kind === "token_restored";
