import type {
  CharacterEvidence,
  UserEvidence,
} from "#worker/requirements/evaluation/user-evidence.ts";
import type { EvidenceNeeds } from "#worker/requirements/evaluation/needs.ts";
import { affiliationOf, isGone, joinedAt } from "./affiliation-facts.ts";
import { rolesOf, standingsOf, titlesOf } from "./director-facts.ts";
import { NOT_READ, parse, readChecks, sectionFact } from "./facts.ts";
import type { Source } from "./facts.ts";
import type { EvidenceResults } from "./select-evidence.ts";
import { placesOf } from "./select-training.ts";
import { serversOf } from "./server-facts.ts";
import { toldOf } from "./told-facts.ts";
import type { SkillPlaces } from "./select-training.ts";
import { skillsOf, totalSpOf } from "./training-facts.ts";

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
  const readingOf: Source["readingOf"] = (list, ownerId) => readings.get(`${list}:${ownerId}`);
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
      refused,
    }) => ({
      userId,
      createdAt: createdAt.getTime(),
      isSuspended: isSuspended === 1,
      mainCharacterId,
      hasDiscord: hasDiscord === 1,
      servers: serversOf(parse(servers) ?? [], now),
      facts: toldOf(parse(facts) ?? [], now),
      refused: refused === null ? "no" : refused === 1 ? "yes" : "unconfirmed",
      groupIds: new Set(parse(groupIds) ?? []),
      characters: (byUser.get(userId) ?? []).map((row) =>
        toCharacterEvidence({ row, now, readingOf, checkOf: readChecks(row) }, needs, places),
      ),
    }),
  );
}

function toCharacterEvidence(
  source: Source,
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

function tokenOf({ tokenState, tokenStateSince, scopes, linkedAt }: Source["row"]) {
  const since = tokenStateSince ?? linkedAt;
  return { state: tokenState ?? "revoked", scopes: scopes ?? [], since: since?.getTime() ?? 0 };
}
