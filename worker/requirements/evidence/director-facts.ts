import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import { isNpcCorporation } from "#worker/universe/names.ts";
import { scopeOfEvidence } from "#worker/esi/scopes.ts";
import type {
  CharacterEvidence,
  AffiliationIds,
  EvidenceFact,
} from "#worker/requirements/evaluation/user-evidence.ts";
import { standingKey } from "#worker/requirements/evaluation/user-evidence.ts";
import type { StandingOwner } from "#worker/requirements/evaluation/dependencies.ts";
import { isToldBetween, presentSince } from "./affiliation-facts.ts";
import { factOf, missingAuthorization, parse, unknown } from "./facts.ts";
import type { FactSource } from "./facts.ts";
import type { OwnerStandings } from "./select-evidence.ts";

/** EVE treats its own members as the best contacts of a corporation or an alliance. */
const OWN_STANDING = 10;

/** As the character's own token or a director of its corporation said last. */
export function rolesOf(
  source: FactSource,
  affiliation: EvidenceFact<AffiliationIds>,
): EvidenceFact<string[]> {
  const { ownRoles, memberRoles } = source.row;
  return heldIn(source, affiliation, {
    section: "roles",
    own: parse(ownRoles),
    byDirector: parse(memberRoles),
    missing: missingAuthorization(source, scopeOfEvidence("roles")),
  });
}

/** The titles that the character holds, from the same two sources. */
export function titlesOf(
  source: FactSource,
  affiliation: EvidenceFact<AffiliationIds>,
): CharacterEvidence["titles"] {
  const { ownTitles, memberTitles } = source.row;
  const held = heldIn(source, affiliation, {
    section: "titles",
    own: parse(ownTitles),
    byDirector: parse(memberTitles),
    missing: missingAuthorization(source, scopeOfEvidence("titles")),
  });
  if (!held.isKnown || !affiliation.isKnown) return held.isKnown ? unknown("never_read") : held;
  const { corporationId } = affiliation.value;
  return { ...held, value: { corporationId, titleIds: held.value } };
}

/**
 * What a character holds in its present corporation. A reading that EVE dates before the character was there is about another
 * corporation. What the character's own token reads may be of another one that EVE does not tell yet, and whom a director's list does not
 * name may have left: these count only if EVE has told the corporation while they were the same.
 */
function heldIn<Value>(
  source: FactSource,
  affiliation: EvidenceFact<AffiliationIds>,
  {
    section,
    own,
    byDirector,
    missing,
  }: {
    section: "roles" | "titles";
    own: Value[] | null;
    byDirector: Value[] | null;
    missing: UnknownReason | undefined;
  },
): EvidenceFact<Value[]> {
  if (!affiliation.isKnown) return affiliation;
  const { row, now, readingOf, checkOf } = source;
  const { corporationId } = affiliation.value;
  if (isNpcCorporation(corporationId)) {
    return { isKnown: true, value: [], asOf: affiliation.asOf };
  }
  const { checkedAt, failure } = checkOf(section);
  const since = presentSince(source);
  const [rolesSince, rolesToldBy, titlesSince, titlesToldBy] = parse(row.held) ?? [];
  const [heldSince, toldBy] =
    section === "roles" ? [rolesSince, rolesToldBy] : [titlesSince, titlesToldBy];
  const list = readingOf(section, corporationId);
  const readings = [
    { value: own, at: checkedAt, from: heldSince, toldBy },
    byDirector === null
      ? // A list of before the character came may be the same after it has left.
        {
          value: [],
          at: list?.at,
          from: list && (list.sameSince < since ? list.at : list.sameSince),
        }
      : { value: byDirector, at: list?.at },
  ].flatMap(({ value, at, from, toldBy }) => {
    if (value === null || at == null || at < since) return [];
    return [{ value, at, isOfPresent: from == null || isToldBetween(source, [from, at], toldBy) }];
  });
  const [latest] = readings.toSorted((a, b) => b.at - a.at);
  const reason = missing ?? (failure === null ? undefined : "eve_failed");
  if (latest === undefined) return unknown(reason ?? "never_read");
  if (!latest.isOfPresent) return unknown("too_old", affiliation.asOf);
  const limit = { maxAgeMs: MAX_AGE_MS[section], now };
  return factOf(latest.value, latest.at, { ...limit, ...(reason && { otherwise: reason }) });
}

/** The standings that these corporations and alliances have set, by `standingKey`. */
export function standingsOf(
  source: FactSource,
  affiliation: EvidenceFact<AffiliationIds>,
  owners: readonly StandingOwner[],
): CharacterEvidence["standings"] {
  const found = new Map(
    (parse(source.row.standings) ?? []).map((standing) => [standing[0], standing]),
  );
  return new Map(
    owners.map((owner) => {
      const { of, ownerId } = owner;
      const contacts = found.get(ownerId) ?? [ownerId, null, null, null];
      return [standingKey(of, ownerId), standingOf(source, affiliation, owner, contacts)];
    }),
  );
}

/** The most specific contact counts: the character's, else its corporation's, else its alliance's. Without one it is 0. */
function standingOf(
  { now, readingOf }: FactSource,
  affiliation: EvidenceFact<AffiliationIds>,
  { of, ownerId }: StandingOwner,
  [, ofCharacter, ofCorporation, ofAlliance]: OwnerStandings,
): EvidenceFact<number> {
  const at = readingOf("contacts", ownerId)?.at;
  if (at === undefined) return unknown("no_director");
  const limit = { maxAgeMs: MAX_AGE_MS.contacts, now };
  if (affiliation.isKnown) {
    const { corporationId, allianceId } = affiliation.value;
    if ((of === "corporation" ? corporationId : allianceId) === ownerId) {
      return { isKnown: true, value: OWN_STANDING, asOf: affiliation.asOf };
    }
  }
  if (!affiliation.isKnown) {
    return ofCharacter === null ? affiliation : factOf(ofCharacter, at, limit);
  }
  const standing = ofCharacter ?? ofCorporation ?? ofAlliance ?? 0;
  return factOf(standing, Math.min(at, affiliation.asOf), limit);
}
