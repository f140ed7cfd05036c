import type { FactValue, Reading } from "#shared/requirements/cause.ts";
import type { Outcome, UnknownReason } from "#shared/requirements/outcome.ts";
import type {
  CharacterCondition,
  FactTest,
  SkillLevel,
  UserCondition,
} from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import { NOT_READ, participationKey, standingKey } from "./user-evidence.ts";
import type { CharacterEvidence, EvidenceFact, ToldValue, UserEvidence } from "./user-evidence.ts";

type Result = { outcome: Outcome; reading: Reading };

export function readUser(condition: UserCondition, user: UserEvidence, now: number): Result {
  switch (condition.type) {
    case "member_of": {
      const groupIds = condition.groupIds.filter((id) => user.groupIds.has(id));
      // The membership counts again when the suspension ends: until then it neither grants nor removes.
      if (user.isSuspended && groupIds.length > 0) return unknownNow("suspended");
      return current(groupIds.length > 0, { type: "groups", groupIds });
    }
    case "discord_linked":
      if (user.isDiscordHidden) return unknownNow("never_read");
      return current(user.hasDiscord, { type: "discord", isLinked: user.hasDiscord });
    case "on_discord_server": {
      const fact = { type: "server", isLinked: user.hasDiscord } as const;
      if (!user.hasDiscord) return current(false, { ...fact, isMember: false });
      return compare(user.servers.get(condition.serverId) ?? NOT_READ, (isMember) => ({
        isMet: isMember,
        fact: { ...fact, isMember },
      }));
    }
    case "account_age":
      return current(isOlder(user.createdAt, condition.days, now), since(user.createdAt));
    case "fact": {
      return compare(user.facts.get(condition.factId) ?? NOT_READ, (value) => ({
        isMet: passes(condition.test, value, now),
        fact: { type: "fact", value },
      }));
    }
    case "took_part": {
      const found = user.participation.get(participationKey(condition));
      if (found === undefined || !found.isThere) return unknownNow("never_read");
      const { count, unread, next } = found;
      const nextAt = next === null ? null : toIso(next);
      const fact = { type: "operations", count, unread, next: nextAt } as const;
      const isMet = count >= condition.count;
      // Nobody loses anything while fleets could not be read.
      if (!isMet && count + unread >= condition.count) {
        return { outcome: "unknown", reading: { fact, unknown: "fleet_unread", asOf: null } };
      }
      return current(isMet, fact);
    }
    // Without a date and a character: the user reads this.
    case "cleared": {
      const reading = { fact: null, unknown: null, asOf: null };
      if (user.refused === "unconfirmed") return unknownNow("unconfirmed");
      return { outcome: user.refused === "yes" ? "unmet" : "met", reading };
    }
    default:
      condition satisfies never;
      return OF_NEWER_VERSION;
  }
}

export function readCharacter(
  condition: CharacterCondition,
  character: CharacterEvidence,
  now: number,
): Result {
  if (character.isUnconfirmed) return unknownNow("unconfirmed");
  switch (condition.type) {
    case "corporation":
      return compare(character.affiliation, (value) => ({
        isMet: condition.corporationIds.includes(value.corporationId),
        fact: { type: "affiliation", ...value },
      }));
    case "alliance":
      return compare(character.affiliation, (value) => ({
        isMet: condition.allianceIds.some((id) => id === value.allianceId),
        fact: { type: "affiliation", ...value },
      }));
    case "time_in_corporation":
      return compare(character.inCorporationSince, (at) => ({
        isMet: isOlder(at, condition.days, now),
        fact: since(at),
      }));
    case "roles":
      return compare(character.roles, (held) => {
        const roles = condition.roles.filter((role) => held.includes(role));
        return { isMet: roles.length > 0, fact: { type: "roles", roles } };
      });
    case "titles":
      return compare(character.titles, (held) => {
        const isThere = held.corporationId === condition.corporationId;
        const titleIds = condition.titleIds.filter((id) => isThere && held.titleIds.includes(id));
        return { isMet: titleIds.length > 0, fact: { type: "titles", titleIds } };
      });
    case "authorization":
      return readAuthorization(condition.scopes, character);
    case "skills":
      return compare(character.skills, (levelOf) => {
        const missing = missingSkills(condition.skills, levelOf);
        const fact = { type: "skills", required: condition.skills.length, missing } as const;
        return { isMet: missing.length === 0, fact };
      });
    case "total_sp":
      return compare(character.totalSp, (value) => atLeast(value, condition.minimum));
    case "character_age":
      return compare(character.birthday, (at) => ({
        isMet: isOlder(at, condition.days, now),
        fact: since(at),
      }));
    case "security_status":
      return compare(character.securityStatus, (value) => atLeast(value, condition.minimum));
    case "standing": {
      const standing = character.standings.get(standingKey(condition.of, condition.ownerId));
      const fact = standing ?? { isKnown: false, reason: "no_director", asOf: null };
      return compare(fact, (value) => atLeast(value, condition.minimum));
    }
    default:
      condition satisfies never;
      return OF_NEWER_VERSION;
  }
}

/** A value of another kind than the test, or none, passes no test; but none is a no. */
function passes(test: FactTest, value: ToldValue, now: number): boolean {
  switch (test.compare) {
    case "is":
      return (value ?? false) === test.value;
    case "at_least":
      return typeof value === "number" && value >= test.value;
    case "at_most":
      return typeof value === "number" && value <= test.value;
    case "exactly":
      return value === test.value;
    case "within":
      return typeof value === "string" && !isOlder(Date.parse(value), test.days, now);
    case "before":
      return typeof value === "string" && isOlder(Date.parse(value), test.days, now);
    case "one_of":
      return test.values.some((option) => option === value);
  }
}

/** A revoked authorization covers nothing; one whose state EVE did not tell is unknown, whatever its scopes. */
function readAuthorization(required: string[], { token }: CharacterEvidence): Result {
  const { state, scopes } = token;
  const missingScopes = required.filter((scope) => !scopes.includes(scope));
  const fact = { type: "authorization", state, missingScopes } as const;
  const asOf = toIso(token.since);
  if (state === "unknown") {
    return { outcome: "unknown", reading: { fact, unknown: "authorization_unknown", asOf } };
  }
  const isMet = state === "ok" && missingScopes.length === 0;
  return { outcome: isMet ? "met" : "unmet", reading: { fact, unknown: null, asOf } };
}

function missingSkills(required: SkillLevel[], levelOf: (skillId: number) => number) {
  return required.flatMap(({ skillId, level }) => {
    const trained = levelOf(skillId);
    return trained < level ? [{ skillId, level, trained }] : [];
  });
}

function atLeast(value: number, minimum: number): { isMet: boolean; fact: FactValue } {
  return { isMet: value >= minimum, fact: { type: "number", value } };
}

function isOlder(at: number, days: number, now: number): boolean {
  return now - at >= days * DAY_MS;
}

function since(at: number): FactValue {
  return { type: "since", at: toIso(at) };
}

function compare<Value>(
  evidence: EvidenceFact<Value>,
  test: (value: Value) => { isMet: boolean; fact: FactValue },
): Result {
  const asOf = evidence.asOf === null ? null : toIso(evidence.asOf);
  if (!evidence.isKnown) {
    return { outcome: "unknown", reading: { fact: null, unknown: evidence.reason, asOf } };
  }
  const { isMet, fact } = test(evidence.value);
  return { outcome: isMet ? "met" : "unmet", reading: { fact, unknown: null, asOf } };
}

function unknownNow(reason: UnknownReason): Result {
  return { outcome: "unknown", reading: { fact: null, unknown: reason, asOf: null } };
}

/** After a rollback, rules may have conditions that only the newer version knows: they neither grant nor remove a membership. */
const OF_NEWER_VERSION: Result = unknownNow("never_read");

/** A fact of Muster's own database. */
function current(isMet: boolean, fact: FactValue): Result {
  return { outcome: isMet ? "met" : "unmet", reading: { fact, unknown: null, asOf: null } };
}

function toIso(at: number): string {
  return new Date(at).toISOString();
}
