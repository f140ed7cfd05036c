import { msg, ph, plural, select, t } from "#web/language/macros.ts";
import type { Reading, RuleNames } from "#shared/requirements/cause.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type { CharacterCondition, UserCondition } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { capitalized, listed, sentence } from "#web/lib/sentence.ts";
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
          ? sentence(msg`${subject} has no valid authorization`)
          : sentence(
              msg`${subject} lost its authorization ${ph({ time: relativeTime(asOf, now) })}`,
            );
      }
      if (missingScopes.length === 0) return sentence(msg`${subject} has a valid authorization`);
      return sentence(
        msg`the authorization of ${subject} does not cover ${ph({ scopes: describeScopes(missingScopes) })}`,
      );
    }
    case "skills":
      return skillsFact(subject, condition, fact, names);
    case "number":
      return numberFact(subject, condition, fact.value, names);
    default:
      return sentence(
        msg`${subject} ${ph({ predicate: predicate(onlyHeld(condition, fact), names, !isMet) })}`,
      );
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
    return [
      viewpoint === "own"
        ? t`your account is suspended: your memberships have no effect until that ends`
        : t`the account is suspended: its memberships have no effect until that ends`,
    ];
  }
  if (condition.type === "fact") {
    return toldFact(condition, { fact, unknown, asOf }, names, viewpoint, now);
  }
  if (condition.type === "account_age" && fact?.type === "since") {
    const subject = viewpoint === "own" ? t`your account` : t`the account`;
    return ageFact(subject, fact.at, condition.days, isMet, now);
  }
  if (condition.type === "on_discord_server") {
    if (fact?.type !== "server")
      return unreadServer(serverName(names, condition.serverId), asOf, now);
    if (!fact.isLinked) return [t`Discord is not linked`];
  }
  const met =
    condition.type === "member_of" && fact?.type === "groups" && fact.groupIds.length > 0
      ? { ...condition, groupIds: fact.groupIds }
      : condition;
  return userClause(met, names, viewpoint, !isMet);
}

function unreadServer(name: string, asOf: string | null, now: number): Piece[] {
  const server = { name };
  return asOf === null
    ? sentence(msg`the members of the Discord server ${server} have not been read yet`)
    : sentence(
        msg`the members of the Discord server ${server} were last read on ${ph({ day: eveDay(asOf, now) })}, which is too long ago to count`,
      );
}

/** "Read 3 hours ago"; null where the fact is always up to date, or has its own date. */
export function ageText({ fact, asOf }: Reading, now: number): string | null {
  if (asOf === null || fact === null) return null;
  if (fact.type === "authorization" || fact.type === "fact") return null;
  return t`Read ${ph({ time: relativeTime(asOf, now) })}`;
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
    if (corporation !== undefined) return isIn(subject, corporation);
    return isMet
      ? sentence(msg`${subject} is in it`)
      : sentence(msg`${subject} is in another corporation`);
  }
  if (allianceId !== null) {
    const alliance = names.eve[allianceId];
    if (alliance !== undefined) return isIn(subject, alliance);
    return isMet
      ? sentence(msg`${subject} is in it`)
      : sentence(msg`${subject} is in another alliance`);
  }
  if (corporation === undefined) return sentence(msg`${subject} is in no alliance`);
  return sentence(
    msg`${subject} is in ${ph({ corporation: { name: corporation } })}, which is in no alliance`,
  );
}

const isIn = (subject: Piece, name: string): Piece[] =>
  sentence(msg`${subject} is in ${ph({ organization: { name } })}`);

function sinceFact(
  subject: Piece,
  condition: CharacterCondition,
  at: string,
  isMet: boolean,
  now: number,
): Piece[] {
  if (condition.type === "time_in_corporation") {
    const days = daysSince(at, now);
    if (isMet) {
      return sentence(
        msg`${subject} has been in its corporation for ${plural(days, { one: "# day", other: "# days" })}`,
      );
    }
    const wanted = condition.days;
    return sentence(
      msg`${subject} has been in its corporation for ${plural(days, { one: "# day", other: "# days" })}, and reaches ${plural(wanted, { one: "# day", other: "# days" })} on ${ph({ date: dayOf(at, wanted, now) })}`,
    );
  }
  if (condition.type !== "character_age") {
    return sentence(msg`${subject} since ${ph({ day: eveDay(at, now) })}`);
  }
  return ageFact(subject, at, condition.days, isMet, now);
}

/** "Rook Ansgar is 12 days old, and reaches 30 days on Dec 8" */
function ageFact(subject: Piece, at: string, wanted: number, isMet: boolean, now: number): Piece[] {
  const days = daysSince(at, now);
  return isMet
    ? sentence(msg`${subject} is ${plural(days, { one: "# day old", other: "# days old" })}`)
    : sentence(
        msg`${subject} is ${plural(days, { one: "# day old", other: "# days old" })}, and reaches ${plural(wanted, { one: "# day", other: "# days" })} on ${ph({ date: dayOf(at, wanted, now) })}`,
      );
}

const dayOf = (at: string, days: number, now: number): string =>
  eveDay(Date.parse(at) + days * DAY_MS, now);

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
  if (missing.length === 0)
    return sentence(msg`${subject} has trained ${ph({ list: { name: list } })}`);
  const lacks = missing.map(({ skillId, level }) => skillName(names, skillId, level));
  const trained = required - missing.length;
  return sentence(
    msg`${subject} has trained ${trained} of ${plural(required, { one: "# skill", other: "# skills" })} of ${ph({ list: { name: list } })}, and lacks ${ph({ lacking: listed(lacks, "and", MOST_SKILLS) })}`,
  );
}

function numberFact(
  subject: Piece,
  condition: CharacterCondition,
  value: number,
  names: RuleNames,
): Piece[] {
  switch (condition.type) {
    case "security_status":
      return sentence(
        msg`${subject} has a security status of ${ph({ status: formatSecurity(value) })}`,
      );
    case "standing": {
      const owner = { name: eveName(names, condition.ownerId) };
      return sentence(
        msg`${subject} has a standing of ${ph({ standing: formatStanding(value) })} with ${owner}`,
      );
    }
    default:
      return sentence(
        msg`${subject} has ${plural(value, { one: "# skill point", other: "# skill points" })}`,
      );
  }
}

function unknownFact(
  subject: Piece,
  condition: CharacterCondition,
  reason: UnknownReason,
  asOf: string | null,
  names: RuleNames,
  now: number,
): Piece[] {
  const { type } = condition;
  switch (reason) {
    case "never_read":
      return sentence(
        msg`the ${select(type, {
          corporation: "corporation",
          alliance: "alliance",
          time_in_corporation: "corporation history",
          roles: "roles",
          titles: "titles",
          authorization: "authorization",
          skills: "skills",
          total_sp: "skill points",
          character_age: "age",
          security_status: "security status",
          other: "standing",
        })} of ${subject} ${select(type, {
          roles: "have not been read yet",
          titles: "have not been read yet",
          skills: "have not been read yet",
          total_sp: "have not been read yet",
          other: "has not been read yet",
        })}`,
      );
    case "too_old":
      return tooOld(subject, type, asOf, now);
    case "missing_scope":
      return sentence(
        msg`the authorization of ${subject} does not cover its ${select(type, {
          corporation: "corporation",
          alliance: "alliance",
          time_in_corporation: "corporation history",
          roles: "roles",
          titles: "titles",
          authorization: "authorization",
          skills: "skills",
          total_sp: "skill points",
          character_age: "age",
          security_status: "security status",
          other: "standing",
        })}`,
      );
    case "no_authorization":
      return sentence(
        msg`the ${select(type, {
          corporation: "corporation",
          alliance: "alliance",
          time_in_corporation: "corporation history",
          roles: "roles",
          titles: "titles",
          authorization: "authorization",
          skills: "skills",
          total_sp: "skill points",
          character_age: "age",
          security_status: "security status",
          other: "standing",
        })} of ${subject} ${select(type, {
          roles: "are not known: there is no valid authorization",
          titles: "are not known: there is no valid authorization",
          skills: "are not known: there is no valid authorization",
          total_sp: "are not known: there is no valid authorization",
          other: "is not known: there is no valid authorization",
        })}`,
      );
    case "authorization_unknown":
      return sentence(msg`EVE did not say whether the authorization of ${subject} is valid`);
    case "no_director":
      return noDirector(subject, condition, names);
    case "suspended":
      return sentence(msg`the account of ${subject} is suspended`);
    case "unconfirmed":
      return sentence(msg`${subject} is not confirmed as a character of this account`);
    case "source_off":
    case "contradictory":
    case "value_ended":
    case "eve_failed":
      return sentence(
        msg`the ${select(type, {
          corporation: "corporation",
          alliance: "alliance",
          time_in_corporation: "corporation history",
          roles: "roles",
          titles: "titles",
          authorization: "authorization",
          skills: "skills",
          total_sp: "skill points",
          character_age: "age",
          security_status: "security status",
          other: "standing",
        })} of ${subject} could not be read from EVE`,
      );
  }
}

function tooOld(
  subject: Piece,
  type: CharacterCondition["type"],
  asOf: string | null,
  now: number,
): Piece[] {
  if (asOf === null) {
    return sentence(
      msg`the ${select(type, {
        corporation: "corporation",
        alliance: "alliance",
        time_in_corporation: "corporation history",
        roles: "roles",
        titles: "titles",
        authorization: "authorization",
        skills: "skills",
        total_sp: "skill points",
        character_age: "age",
        security_status: "security status",
        other: "standing",
      })} of ${subject} ${select(type, {
        roles: "were read too long ago to count",
        titles: "were read too long ago to count",
        skills: "were read too long ago to count",
        total_sp: "were read too long ago to count",
        other: "was read too long ago to count",
      })}`,
    );
  }
  return sentence(
    msg`the ${select(type, {
      corporation: "corporation",
      alliance: "alliance",
      time_in_corporation: "corporation history",
      roles: "roles",
      titles: "titles",
      authorization: "authorization",
      skills: "skills",
      total_sp: "skill points",
      character_age: "age",
      security_status: "security status",
      other: "standing",
    })} of ${subject} ${select(type, {
      roles: "were last read",
      titles: "were last read",
      skills: "were last read",
      total_sp: "were last read",
      other: "was last read",
    })} on ${ph({ day: eveDay(asOf, now) })}, which is too long ago to count`,
  );
}

function noDirector(subject: Piece, condition: CharacterCondition, names: RuleNames): Piece[] {
  const { type } = condition;
  const ownerId =
    condition.type === "standing"
      ? condition.ownerId
      : condition.type === "titles"
        ? condition.corporationId
        : null;
  if (ownerId === null) {
    return sentence(
      msg`the ${select(type, {
        corporation: "corporation",
        alliance: "alliance",
        time_in_corporation: "corporation history",
        roles: "roles",
        titles: "titles",
        authorization: "authorization",
        skills: "skills",
        total_sp: "skill points",
        character_age: "age",
        security_status: "security status",
        other: "standing",
      })} of ${subject} ${select(type, {
        roles: "are not known: no director can read it",
        titles: "are not known: no director can read it",
        skills: "are not known: no director can read it",
        total_sp: "are not known: no director can read it",
        other: "is not known: no director can read it",
      })}`,
    );
  }
  const corporation = { name: eveName(names, ownerId) };
  return type === "titles"
    ? sentence(
        msg`the titles of ${subject} are not known: no director of ${corporation} can read it`,
      )
    : sentence(
        msg`the standing of ${subject} is not known: no director of ${corporation} can read it`,
      );
}

/** A sentence of its own. */
export function withStop(pieces: readonly Piece[]): Piece[] {
  return sentence(msg`${ph({ sentence: capitalized(pieces) })}.`);
}
