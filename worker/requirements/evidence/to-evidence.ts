import { MAX_AGE_MS } from "#shared/requirements/dependencies.ts";
import { HOUR_MS } from "#shared/time.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";
import type { EvidenceNeeds, TookPart } from "#worker/requirements/evaluation/dependencies.ts";
import { NOT_READ, participationKey } from "#worker/requirements/evaluation/user-evidence.ts";
import type {
  CharacterEvidence,
  EvidenceFact,
  ToldValue,
  UserEvidence,
} from "#worker/requirements/evaluation/user-evidence.ts";
import { affiliationOf, isGone, joinedAt } from "./affiliation-facts.ts";
import { rolesOf, standingsOf, titlesOf } from "./director-facts.ts";
import { factOf, missingAuthorization, parse, readChecks, sectionFact, unknown } from "./facts.ts";
import type { FactSource } from "./facts.ts";
import type { EvidenceResults, ServerReading, ToldFact, TookPartIn } from "./select-evidence.ts";
import { placesOf } from "./select-training.ts";
import type { SkillPlaces } from "./select-training.ts";

/** The evidence of the selected users, in the order of the rows. Pure. `needs` and `now` as for `selectEvidence`. */
export function toEvidence(
  [users, characters, lists]: EvidenceResults,
  needs: EvidenceNeeds,
  now: number,
): UserEvidence[] {
  const readings = new Map(
    lists.map(({ list, ownerId, readAt, sameSince }) => [
      `${list}:${ownerId}`,
      { at: readAt.getTime(), sameSince: (sameSince ?? readAt).getTime() },
    ]),
  );
  const readingOf: FactSource["readingOf"] = (list, ownerId) => readings.get(`${list}:${ownerId}`);
  const places = placesOf(needs.skillIds);
  const byUser = Map.groupBy(characters, ({ userId }) => userId);
  return users.map(
    ({
      userId,
      createdAt,
      isSuspended,
      mainCharacterId,
      hasDiscord,
      groupIds,
      servers,
      facts,
      participation,
      refused,
    }) => ({
      userId,
      createdAt: createdAt.getTime(),
      isSuspended: isSuspended === 1,
      mainCharacterId,
      hasDiscord: hasDiscord === 1,
      servers: serversOf(parse(servers) ?? [], now),
      facts: toldOf(parse(facts) ?? [], now),
      participation: participationOf(parse(participation) ?? [], needs.participation),
      refused: refused === null ? "no" : refused === 1 ? "yes" : "unconfirmed",
      groupIds: new Set(parse(groupIds) ?? []),
      characters: (byUser.get(userId) ?? []).map((row) =>
        toCharacterEvidence({ row, now, readingOf, checkOf: readChecks(row) }, needs, places),
      ),
    }),
  );
}

function toCharacterEvidence(
  source: FactSource,
  needs: EvidenceNeeds,
  places: SkillPlaces,
): CharacterEvidence {
  const { row } = source;
  const affiliation = affiliationOf(source);
  const [birthday, securityStatus] = parse(row.info) ?? [null, null];
  const bornAt = birthday === null ? null : Date.parse(birthday);
  return {
    characterId: row.characterId,
    name: row.name,
    isGone: isGone(source),
    isUnconfirmed: row.unconfirmedSince !== null,
    affiliation,
    token: tokenOf(row),
    inCorporationSince: needs.history ? joinedAt(source, affiliation) : NOT_READ,
    birthday: needs.info ? sectionFact(source, "info", bornAt) : NOT_READ,
    securityStatus: needs.info ? sectionFact(source, "info", securityStatus) : NOT_READ,
    skills: needs.skillIds.length > 0 ? skillsOf(source, places) : NOT_READ,
    totalSp: needs.totalSp ? totalSpOf(source) : NOT_READ,
    roles: needs.roles ? rolesOf(source, affiliation) : NOT_READ,
    titles: needs.titles ? titlesOf(source, affiliation) : NOT_READ,
    standings: standingsOf(source, affiliation, needs.standings),
  };
}

function tokenOf({ tokenState, tokenStateSince, scopes, linkedAt }: FactSource["row"]) {
  const since = tokenStateSince ?? linkedAt;
  return { state: tokenState ?? "revoked", scopes: scopes ?? [], since: since?.getTime() ?? 0 };
}

export function serversOf(
  readings: readonly ServerReading[],
  now: number,
): UserEvidence["servers"] {
  return new Map(readings.map((reading) => [reading.serverId, membershipOf(reading, now)]));
}

/** The row of a member changes only with what Discord tells: the last check confirms it, and that there is none. */
function membershipOf(
  { linkedAt, sweptAt, isSettled, readAt, problem }: ServerReading,
  now: number,
): EvidenceFact<boolean> {
  const checkedAt = sweptAt ?? 0;
  const limit = { maxAgeMs: MAX_AGE_MS.servers, now };
  if (readAt !== null) {
    return factOf(problem !== "left" && problem !== "deleted", Math.max(readAt, checkedAt), limit);
  }
  if (linkedAt <= checkedAt) return factOf(false, checkedAt, limit);
  return isSettled === 1 ? factOf(false, linkedAt, limit) : unknown("never_read");
}

const SCOPE = "esi-skills.read_skills.v1";

/** The levels of skills, those that have finished in the queue included. */
function skillsOf(source: FactSource, places: SkillPlaces): CharacterEvidence["skills"] {
  const { row } = source;
  const lists = parse(row.levels);
  const finished = new Map<number, number>();
  for (const [skillId, level] of parse(row.finished) ?? []) {
    finished.set(skillId, Math.max(level, finished.get(skillId) ?? 0));
  }
  const levelOf = (skillId: number) => {
    const place = places.get(skillId);
    const trained = place === undefined ? 0 : (lists?.[place.list]?.[place.at] ?? 0);
    return Math.max(trained, finished.get(skillId) ?? 0);
  };
  return sectionFact(source, "skills", lists && levelOf, missingAuthorization(source, SCOPE));
}

function totalSpOf(source: FactSource): EvidenceFact<number> {
  const { totalSp, gainedSp } = source.row;
  const value = totalSp === null ? null : totalSp + (gainedSp ?? 0);
  return sectionFact(source, "skills", value, missingAuthorization(source, SCOPE));
}

function participationOf(
  found: readonly TookPartIn[],
  conditions: readonly TookPart[],
): UserEvidence["participation"] {
  return new Map(
    found.flatMap(({ at, isThere, ...counts }) => {
      const condition = conditions[at];
      return condition === undefined
        ? []
        : [[participationKey(condition), { ...counts, isThere: isThere === 1 }] as const];
    }),
  );
}

export function toldOf(told: readonly ToldFact[], now: number): UserEvidence["facts"] {
  return new Map(told.map((fact) => [fact.factId, valueOf(fact, now)]));
}

/**
 * What an application tells, if it is on and the value is not too old. That there is no value is a fact only where it was declared so, and
 * only while the application goes on telling: a silent one makes nobody a no.
 */
function valueOf(
  { isOn, missing, maxAgeHours, toldAt, value, asOf, endsAt }: ToldFact,
  now: number,
): EvidenceFact<ToldValue> {
  const limit = { maxAgeMs: maxAgeHours * HOUR_MS, now };
  if (isOn === 0) return unknown("source_off", asOf ?? toldAt);
  const hasEnded = endsAt !== null && endsAt <= now;
  if (asOf === null || hasEnded) {
    if (missing === "no" && toldAt !== null) return factOf(null, toldAt, limit);
    return unknown(hasEnded ? "value_ended" : "never_read", hasEnded ? endsAt : null);
  }
  if (value === null) return unknown("contradictory", asOf);
  return factOf(parseJsonText(storedJson<ToldValue>(value)), asOf, limit);
}
