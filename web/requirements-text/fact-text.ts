import type { Reading, RuleNames } from "#shared/requirements/cause.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type { CharacterCondition, UserCondition } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { formatCount } from "#web/lib/format.ts";
import { capitalized, listed } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { eveDay, relativeTime } from "#web/lib/time/time.ts";
import { predicate, userClause } from "./condition-text.ts";
import type { Viewpoint } from "./condition-text.ts";
import { eveName, formatSecurity, formatStanding, serverName, skillName } from "./names.ts";
import { toldFact } from "./told-text.ts";

/**
 * What was found of a character, as a sentence without a full stop: "Rook Ansgar lost its authorization 2 days ago".
 * `isMet`: the fact meets the condition itself, whatever stands before it.
 */
export function characterFact(
  subject: Piece,
  condition: CharacterCondition,
  { fact, unknown, asOf }: Reading,
  isMet: boolean,
  names: RuleNames,
  now: number,
): Piece[] {
  if (unknown !== null || fact === null) {
    return unknownFact(subject, condition, unknown ?? "never_read", asOf, names, now);
  }
  switch (fact.type) {
    case "affiliation":
      return affiliationFact(subject, condition, fact, isMet, names);
    case "since":
      return sinceFact(subject, condition, fact.at, isMet, now);
    case "authorization": {
      const { state, missingScopes } = fact;
      if (state === "revoked") {
        return asOf === null
          ? [subject, " has no valid authorization"]
          : [subject, ` lost its authorization ${relativeTime(asOf, now)}`];
      }
      if (missingScopes.length === 0) return [subject, " has a valid authorization"];
      return ["the authorization of ", subject, ` does not cover ${describeScopes(missingScopes)}`];
    }
    case "skills":
      return skillsFact(subject, condition, fact, names);
    case "number":
      return [subject, ...numberFact(condition, fact.value, names)];
    default:
      return [subject, " ", ...predicate(onlyHeld(condition, fact), names, !isMet)];
  }
}

/** The condition with only the roles or titles that the character has. */
function onlyHeld(
  condition: CharacterCondition,
  fact: NonNullable<Reading["fact"]>,
): CharacterCondition {
  if (condition.type === "roles" && fact.type === "roles" && fact.roles.length > 0) {
    return { ...condition, roles: fact.roles };
  }
  if (condition.type === "titles" && fact.type === "titles" && fact.titleIds.length > 0) {
    return { ...condition, titleIds: fact.titleIds };
  }
  return condition;
}

/** What was found of the user, as a sentence without a full stop: "Discord is not linked". */
export function userFact(
  condition: UserCondition,
  { fact, unknown, asOf }: Reading,
  isMet: boolean,
  names: RuleNames,
  viewpoint: Viewpoint,
  now: number,
): Piece[] {
  if (unknown === "suspended") {
    const whose = viewpoint === "own" ? ["your", "your"] : ["the", "its"];
    return [
      `${whose[0]} account is suspended: ${whose[1]} memberships have no effect until that ends`,
    ];
  }
  if (condition.type === "fact") {
    return toldFact(condition, { fact, unknown, asOf }, names, viewpoint, now);
  }
  if (condition.type === "account_age" && fact?.type === "since") {
    const subject = viewpoint === "own" ? "your account" : "the account";
    return [subject, ...ageFact(fact.at, condition.days, isMet, now)];
  }
  if (condition.type === "on_discord_server") {
    if (fact?.type !== "server")
      return unreadServer(serverName(names, condition.serverId), asOf, now);
    if (!fact.isLinked) return ["Discord is not linked"];
  }
  const met =
    condition.type === "member_of" && fact?.type === "groups" && fact.groupIds.length > 0
      ? { ...condition, groupIds: fact.groupIds }
      : condition;
  return userClause(met, names, viewpoint, !isMet);
}

function unreadServer(name: string, asOf: string | null, now: number): Piece[] {
  const members: Piece[] = ["the members of the Discord server ", { name }];
  if (asOf === null) return [...members, " have not been read yet"];
  return [...members, ` were last read on ${eveDay(asOf, now)}, which is too long ago to count`];
}

/** "Read 3 hours ago"; null where the fact is always up to date, or has its own date. */
export function ageText({ fact, asOf }: Reading, now: number): string | null {
  if (asOf === null || fact === null) return null;
  if (fact.type === "authorization" || fact.type === "fact") return null;
  return `Read ${relativeTime(asOf, now)}`;
}

type FactOf<Type> = Extract<NonNullable<Reading["fact"]>, { type: Type }>;

function affiliationFact(
  subject: Piece,
  condition: CharacterCondition,
  { corporationId, allianceId }: FactOf<"affiliation">,
  isMet: boolean,
  names: RuleNames,
): Piece[] {
  const { [corporationId]: corporation } = names.eve;
  if (condition.type !== "alliance") {
    if (corporation === undefined)
      return [subject, ` is in ${isMet ? "it" : "another corporation"}`];
    return [subject, " is in ", { name: corporation }];
  }
  if (allianceId !== null) {
    const alliance = names.eve[allianceId];
    if (alliance !== undefined) return [subject, " is in ", { name: alliance }];
    return [subject, ` is in ${isMet ? "it" : "another alliance"}`];
  }
  if (corporation === undefined) return [subject, " is in no alliance"];
  return [subject, " is in ", { name: corporation }, ", which is in no alliance"];
}

function sinceFact(
  subject: Piece,
  condition: CharacterCondition,
  at: string,
  isMet: boolean,
  now: number,
): Piece[] {
  if (condition.type === "time_in_corporation") {
    const days = formatCount(daysSince(at, now), "day");
    const since = ` has been in its corporation for ${days}`;
    return [subject, since, ...reaches(at, condition.days, isMet, now)];
  }
  if (condition.type !== "character_age") return [subject, ` since ${eveDay(at, now)}`];
  return [subject, ...ageFact(at, condition.days, isMet, now)];
}

/** " is 12 days old, and reaches 30 days on Dec 8" */
function ageFact(at: string, days: number, isMet: boolean, now: number): Piece[] {
  const age = formatCount(daysSince(at, now), "day");
  return [` is ${age} old`, ...reaches(at, days, isMet, now)];
}

function reaches(at: string, days: number, isMet: boolean, now: number): Piece[] {
  if (isMet) return [];
  const day = eveDay(Date.parse(at) + days * DAY_MS, now);
  return [`, and reaches ${formatCount(days, "day")} on ${day}`];
}

function daysSince(at: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(at)) / DAY_MS));
}

/** How many missing skills are named. */
const MOST_SKILLS = 3;

function skillsFact(
  subject: Piece,
  condition: CharacterCondition,
  { required, missing }: FactOf<"skills">,
  names: RuleNames,
): Piece[] {
  const list = condition.type === "skills" ? condition.name : "";
  if (missing.length === 0) return [subject, " has trained ", { name: list }];
  const trained = `${required - missing.length} of ${formatCount(required, "skill")}`;
  const lacks = missing.map(({ skillId, level }) => skillName(names, skillId, level));
  return [
    subject,
    ` has trained ${trained} of `,
    { name: list },
    ", and lacks ",
    ...listed(lacks, "and", MOST_SKILLS),
  ];
}

function numberFact(condition: CharacterCondition, value: number, names: RuleNames): Piece[] {
  switch (condition.type) {
    case "security_status":
      return [` has a security status of ${formatSecurity(value)}`];
    case "standing": {
      const owner = { name: eveName(names, condition.ownerId) };
      return [` has a standing of ${formatStanding(value)} with `, owner];
    }
    default:
      return [` has ${formatCount(value, "skill point")}`];
  }
}

/** What is read for a condition, and whether it is plural. */
const READ: Record<CharacterCondition["type"], { noun: string; isPlural?: true }> = {
  corporation: { noun: "corporation" },
  alliance: { noun: "alliance" },
  time_in_corporation: { noun: "corporation history" },
  roles: { noun: "roles", isPlural: true },
  titles: { noun: "titles", isPlural: true },
  authorization: { noun: "authorization" },
  skills: { noun: "skills", isPlural: true },
  total_sp: { noun: "skill points", isPlural: true },
  character_age: { noun: "age" },
  security_status: { noun: "security status" },
  standing: { noun: "standing" },
};

function unknownFact(
  subject: Piece,
  condition: CharacterCondition,
  reason: UnknownReason,
  asOf: string | null,
  names: RuleNames,
  now: number,
): Piece[] {
  const { noun, isPlural = false } = READ[condition.type];
  const owned: Piece[] = [`the ${noun} of `, subject];
  const [have, were, are] = isPlural ? ["have", "were", "are"] : ["has", "was", "is"];
  switch (reason) {
    case "never_read":
      return [...owned, ` ${have} not been read yet`];
    case "too_old":
      return asOf === null
        ? [...owned, ` ${were} read too long ago to count`]
        : [...owned, ` ${were} last read on ${eveDay(asOf, now)}, which is too long ago to count`];
    case "missing_scope":
      return ["the authorization of ", subject, ` does not cover its ${noun}`];
    case "no_authorization":
      return [...owned, ` ${are} not known: there is no valid authorization`];
    case "authorization_unknown":
      return ["EVE did not say whether the authorization of ", subject, " is valid"];
    case "no_director":
      return [
        ...owned,
        ` ${are} not known: no director `,
        ...ofOwner(condition, names),
        "can read it",
      ];
    case "suspended":
      return ["the account of ", subject, " is suspended"];
    case "unconfirmed":
      return [subject, " is not confirmed as a character of this account"];
    case "source_off":
    case "contradictory":
    case "value_ended":
    case "eve_failed":
      return [...owned, ` could not be read from EVE`];
  }
}

function ofOwner(condition: CharacterCondition, names: RuleNames): Piece[] {
  const ownerId =
    condition.type === "standing"
      ? condition.ownerId
      : condition.type === "titles"
        ? condition.corporationId
        : null;
  return ownerId === null ? [] : ["of ", { name: eveName(names, ownerId) }, " "];
}

/** A sentence of its own. */
export function withStop(pieces: readonly Piece[]): Piece[] {
  return [...capitalized(pieces), "."];
}
