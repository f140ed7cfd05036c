import type { AffiliationChange } from "#shared/events/details.ts";
import { definitionOf } from "#shared/events/kinds.ts";
import type { Affiliation } from "#shared/session.ts";
import { UNKNOWN_CORPORATION_ID } from "#worker/db/schema/characters.ts";

/** `linkedAt` is null if that was before the log. */
export type CharacterThen = {
  characterId: number;
  linkedAt: number | null;
  affiliation: Recorded<Affiliation | null>;
  hasToken: Recorded<boolean>;
};

/**
 * The characters that an account had at a moment. Pure. `events` are all events of the account, oldest first, also later ones: what
 * an event says of the time before it is used, and what lies before the log is not recorded.
 */
export function charactersAt(
  events: readonly PilotEvent[],
  { characters }: Present,
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
): Recorded<Affiliation | null> {
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
  affiliation: Affiliation | null;
  hasToken: boolean;
  /** Since when the token is what it is. */
  tokenSince: number | null;
};

export type Present = {
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
export type Recorded<Value> = { value: Value } | null;

export const isLink = ({ kind }: PilotEvent) => definitionOf(kind).character === "linked";
export const isUnlink = ({ kind }: PilotEvent) => definitionOf(kind).character === "unlinked";
