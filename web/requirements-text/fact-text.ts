import { msg, ph, plural, t } from "#web/language/macros.ts";
import { roleName } from "#web/language/eve-names.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { Reading, RuleNames } from "#shared/requirements/cause.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type { CharacterCondition, UserCondition } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { capitalized, listed, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { eveDay, relativeTime } from "#web/lib/time/time.ts";
import { userClause } from "./condition-text.ts";
import type { Viewpoint } from "./condition-text.ts";
import {
  eveName,
  formatSecurity,
  formatStanding,
  serverName,
  skillName,
  titleName,
} from "./names.ts";
import { toldFact } from "./told-text.ts";
import { UNKNOWN_SENTENCES } from "./unknown-sentences.ts";

/** A character by name, or "one of your characters"; and the same after what it has: "of one of your characters". */
export type Subject = { who: Piece[]; whose: Piece[] };

export function named(characterName: string): Subject {
  const name = { name: characterName };
  return { who: [name], whose: sentence(msg`of ${ph({ characterName: name })}`) };
}

/**
 * What was found of a character, as a sentence without a full stop: "Rook Ansgar lost its authorization 2 days ago".
 * `isMet`: the fact meets the condition itself, whatever stands before it.
 */
export function characterFact(
  subject: Subject,
  condition: CharacterCondition,
  reading: Reading,
  isMet: boolean,
  names: RuleNames,
  now: number,
): Piece[] {
  const { fact, unknown, asOf } = reading;
  if (unknown !== null || fact === null) {
    return sentence(unknownFact(subject, condition, unknown ?? "never_read", asOf, names, now));
  }
  const { who: character } = subject;
  switch (fact.type) {
    case "affiliation":
      return sentence(affiliationFact(character, condition, fact, isMet, names));
    case "since":
      return sentence(sinceFact(character, condition, fact.at, isMet, now));
    case "authorization":
      return sentence(authorizationFact(subject, fact, asOf, now));
    case "skills":
      return sentence(skillsFact(character, condition, fact, names));
    case "number":
      return sentence(numberFact(character, condition, fact.value, names));
    default:
      return sentence(heldFact(character, condition, fact, isMet, names));
  }
}

type Who = Subject["who"];

function authorizationFact(
  { who: character, whose }: Subject,
  { state, missingScopes }: FactOf<"authorization">,
  asOf: string | null,
  now: number,
): Message {
  if (state === "revoked") {
    return asOf === null
      ? msg`${character} has no valid authorization`
      : msg`${character} lost its authorization ${ph({ timeAgo: relativeTime(asOf, now) })}`;
  }
  return missingScopes.length === 0
    ? msg`${character} has a valid authorization`
    : msg`the authorization ${whose} does not cover ${ph({ scopes: describeScopes(missingScopes) })}`;
}

/** The roles or titles that the character has of those of the condition, or all of them if it has none. */
function heldFact(
  character: Who,
  condition: CharacterCondition,
  fact: NonNullable<Reading["fact"]>,
  isMet: boolean,
  names: RuleNames,
): Message {
  if (condition.type === "titles") {
    const { corporationId } = condition;
    const held = fact.type === "titles" && fact.titleIds.length > 0 ? fact : condition;
    const known = held.titleIds.map((id) => titleName(names, corporationId, id));
    const corporation = { name: eveName(names, corporationId) };
    const titles = listed(known, "or");
    if (known.length === 1) {
      return isMet
        ? msg`${character} has the title ${titles} in ${corporation}`
        : msg`${character} does not have the title ${titles} in ${corporation}`;
    }
    return isMet
      ? msg`${character} has one of the titles ${titles} in ${corporation}`
      : msg`${character} does not have any of the titles ${titles} in ${corporation}`;
  }
  const required = condition.type === "roles" ? condition.roles : [];
  const held = fact.type === "roles" && fact.roles.length > 0 ? fact.roles : required;
  const roles = listed(held.map(roleName), "or");
  if (held.length === 1) {
    return isMet
      ? msg`${character} has the role ${roles}`
      : msg`${character} does not have the role ${roles}`;
  }
  return isMet
    ? msg`${character} has one of the roles ${roles}`
    : msg`${character} does not have any of the roles ${roles}`;
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
  if (condition.type === "cleared" && !isMet) {
    return unknown === null
      ? [t`a condition that only administrators see is not met. Ask them`]
      : [t`a condition that only administrators see is not known. Ask them`];
  }
  if (condition.type === "fact") {
    return sentence(toldFact(condition, { fact, unknown, asOf }, names, viewpoint, now));
  }
  if (condition.type === "account_age" && fact?.type === "since") {
    return [accountAge(fact.at, condition.days, isMet, viewpoint, now)];
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

function accountAge(
  at: string,
  required: number,
  isMet: boolean,
  viewpoint: Viewpoint,
  now: number,
): string {
  const days = daysSince(at, now);
  if (isMet) {
    return viewpoint === "own"
      ? t`your account is ${plural(days, { one: "# day", other: "# days" })} old`
      : t`the account is ${plural(days, { one: "# day", other: "# days" })} old`;
  }
  const date = reachedOn(at, required, now);
  return viewpoint === "own"
    ? t`your account is ${plural(days, { one: "# day", other: "# days" })} old, and reaches ${plural(required, { one: "# day", other: "# days" })} on ${date}`
    : t`the account is ${plural(days, { one: "# day", other: "# days" })} old, and reaches ${plural(required, { one: "# day", other: "# days" })} on ${date}`;
}

function unreadServer(name: string, asOf: string | null, now: number): Piece[] {
  const server = { name };
  return sentence(
    asOf === null
      ? msg`the members of the Discord server ${server} have not been read yet`
      : msg`the members of the Discord server ${server} were last read on ${ph({ date: eveDay(asOf, now) })}, which is too long ago to count`,
  );
}

/** "Read 3 hours ago"; null where the fact is always up to date, or has its own date. */
export function ageText({ fact, asOf }: Reading, now: number): string | null {
  if (asOf === null || fact === null) return null;
  if (fact.type === "authorization" || fact.type === "fact") return null;
  return t`Read ${ph({ timeAgo: relativeTime(asOf, now) })}`;
}

type FactOf<Type> = Extract<NonNullable<Reading["fact"]>, { type: Type }>;

function affiliationFact(
  character: Who,
  condition: CharacterCondition,
  { corporationId, allianceId }: FactOf<"affiliation">,
  isMet: boolean,
  names: RuleNames,
): Message {
  const corporation = nameIn(names, corporationId);
  if (condition.type !== "alliance") {
    if (corporation) return msg`${character} is in ${corporation}`;
    return isMet ? msg`${character} is in it` : msg`${character} is in another corporation`;
  }
  if (allianceId !== null) {
    const alliance = nameIn(names, allianceId);
    if (alliance) return msg`${character} is in ${alliance}`;
    return isMet ? msg`${character} is in it` : msg`${character} is in another alliance`;
  }
  return corporation
    ? msg`${character} is in ${corporation}, which is in no alliance`
    : msg`${character} is in no alliance`;
}

function nameIn({ eve }: RuleNames, id: number): Name | undefined {
  const { [id]: name } = eve;
  return name === undefined ? undefined : { name };
}

function sinceFact(
  character: Who,
  condition: CharacterCondition,
  at: string,
  isMet: boolean,
  now: number,
): Message {
  const days = daysSince(at, now);
  const required = "days" in condition ? condition.days : 0;
  const date = reachedOn(at, required, now);
  if (condition.type === "time_in_corporation") {
    return isMet
      ? msg`${character} has been in its corporation for ${plural(days, { one: "# day", other: "# days" })}`
      : msg`${character} has been in its corporation for ${plural(days, { one: "# day", other: "# days" })}, and reaches ${plural(required, { one: "# day", other: "# days" })} on ${date}`;
  }
  return isMet
    ? msg`${character} is ${plural(days, { one: "# day", other: "# days" })} old`
    : msg`${character} is ${plural(days, { one: "# day", other: "# days" })} old, and reaches ${plural(required, { one: "# day", other: "# days" })} on ${date}`;
}

function reachedOn(at: string, days: number, now: number): string {
  return eveDay(Date.parse(at) + days * DAY_MS, now);
}

function daysSince(at: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(at)) / DAY_MS));
}

/** How many missing skills are named. */
const MOST_SKILLS = 3;

function skillsFact(
  character: Who,
  condition: CharacterCondition,
  { required, missing }: FactOf<"skills">,
  names: RuleNames,
): Message {
  const skillList = { name: condition.type === "skills" ? condition.name : "" };
  if (missing.length === 0) return msg`${character} has trained ${skillList}`;
  const trained = required - missing.length;
  const skills = listed(
    missing.map(({ skillId, level }) => skillName(names, skillId, level)),
    "and",
    MOST_SKILLS,
  );
  return msg`${character} has trained ${trained} of ${plural(required, { one: "# skill", other: "# skills" })} of ${skillList}, and lacks ${skills}`;
}

function numberFact(
  character: Who,
  condition: CharacterCondition,
  value: number,
  names: RuleNames,
): Message {
  switch (condition.type) {
    case "security_status":
      return msg`${character} has a security status of ${ph({ status: formatSecurity(value) })}`;
    case "standing": {
      const owner = { name: eveName(names, condition.ownerId) };
      return msg`${character} has a standing of ${ph({ standing: formatStanding(value) })} with ${owner}`;
    }
    default:
      return msg`${character} has ${plural(value, { one: "# skill point", other: "# skill points" })}`;
  }
}

/** Applications tell nothing of single characters: their reasons say no more here. */
function unknownFact(
  subject: Subject,
  condition: CharacterCondition,
  reason: UnknownReason,
  asOf: string | null,
  names: RuleNames,
  now: number,
): Message {
  const { who: character, whose } = subject;
  switch (reason) {
    case "authorization_unknown":
      return msg`EVE did not say whether the authorization ${whose} is valid`;
    case "suspended":
      return msg`the account ${whose} is suspended`;
    case "unconfirmed":
      return msg`${character} is not confirmed as a character of this account`;
    case "source_off":
    case "contradictory":
    case "value_ended":
      return unknownFact(subject, condition, "eve_failed", asOf, names, now);
    default: {
      const day = asOf === null ? "" : eveDay(asOf, now);
      const owner = { name: eveName(names, ownerIdOf(condition)) };
      const sentences = UNKNOWN_SENTENCES[condition.type]({ whose, day, owner });
      return sentences[reason === "too_old" && asOf === null ? "too_old_undated" : reason];
    }
  }
}

/** Whose directors can read it. */
function ownerIdOf(condition: CharacterCondition): number {
  if (condition.type === "standing") return condition.ownerId;
  return condition.type === "titles" ? condition.corporationId : 0;
}

/** A sentence of its own. */
export function withStop(pieces: readonly Piece[]): Piece[] {
  return sentence(msg`${ph({ sentence: capitalized(pieces) })}.`);
}
