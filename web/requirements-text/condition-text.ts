import type { RuleNames } from "#shared/requirements/cause.ts";
import { DEPENDENCIES } from "#shared/requirements/dependencies.ts";
import type {
  CharacterCondition,
  Condition,
  Quantifier,
  UserCondition,
} from "#shared/requirements/tree.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { formatCount } from "#web/lib/format.ts";
import { capitalized, listed } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import {
  eveName,
  formatSecurity,
  formatStanding,
  groupName,
  roleName,
  serverName,
  titleName,
} from "./names.ts";
import { toldClause } from "./told-text.ts";

/** Whether the reader is the user whom a text is about. */
export type Viewpoint = "own" | "other";

/**
 * Where a "not" stands. `each`: within the condition, "any character is not in…". `whole`: before it, "no character is in…".
 */
export type Negation = "each" | "whole" | null;

type Options = { viewpoint?: Viewpoint; negation?: Negation };

/** A condition as a sentence, without a full stop: "Every character is in the alliance Null Concord". */
export function conditionText(
  condition: Condition,
  which: Quantifier | null,
  names: RuleNames,
  options: Options = {},
): Piece[] {
  return capitalized(conditionClause(condition, which, names, options));
}

/** The same as part of a sentence, without the capital letter. */
export function conditionClause(
  condition: Condition,
  which: Quantifier | null,
  names: RuleNames,
  { viewpoint = "other", negation = null }: Options = {},
): Piece[] {
  if (!isOnCharacter(condition)) {
    return userClause(condition, names, viewpoint, negation !== null);
  }
  const { subject, isNegated } = quantified(which, negation);
  return [`${subject} `, ...predicate(condition, names, isNegated)];
}

export function isOnCharacter(condition: Condition): condition is CharacterCondition {
  return DEPENDENCIES[condition.type].about === "character";
}

/** The subject of a sentence about characters, and whether its verb is negated. */
export function quantified(
  which: Quantifier | null,
  negation: Negation,
): { subject: string; isNegated: boolean } {
  switch (which) {
    case "any":
      return negation === "whole"
        ? { subject: "no character", isNegated: false }
        : { subject: "any character", isNegated: negation === "each" };
    case "every":
      return negation === "whole"
        ? { subject: "not every character", isNegated: false }
        : negation === "each"
          ? { subject: "no character", isNegated: false }
          : { subject: "every character", isNegated: false };
    case "main":
    case null:
      return { subject: "main character", isNegated: negation !== null };
  }
}

/** What a character must be or have: "is in the alliance Null Concord". */
export function predicate(
  condition: CharacterCondition,
  names: RuleNames,
  isNegated: boolean,
): Piece[] {
  const [is, has] = isNegated ? ["is not", "does not have"] : ["is", "has"];
  switch (condition.type) {
    case "corporation": {
      const { corporationIds } = condition;
      const known = corporationIds.map((id) => eveName(names, id));
      return [
        `${is} in ${oneOf(known, "the corporation", "one of the corporations")} `,
        ...or(known),
      ];
    }
    case "alliance": {
      const known = condition.allianceIds.map((id) => eveName(names, id));
      return [`${is} in ${oneOf(known, "the alliance", "one of the alliances")} `, ...or(known)];
    }
    case "time_in_corporation":
      return [`has been in its corporation for ${bound(isNegated)} ${days(condition)}`];
    case "roles": {
      const known = condition.roles.map(roleName);
      const noun = oneOf(known, "the role", isNegated ? "any of the roles" : "one of the roles");
      return [`${has} ${noun} `, ...or(known)];
    }
    case "titles": {
      const { corporationId, titleIds } = condition;
      const known = titleIds.map((id) => titleName(names, corporationId, id));
      const noun = oneOf(known, "the title", isNegated ? "any of the titles" : "one of the titles");
      return [`${has} ${noun} `, ...or(known), " in ", { name: eveName(names, corporationId) }];
    }
    case "authorization": {
      const { scopes } = condition;
      const purpose = scopes.length > 0 ? ` for ${describeScopes(scopes)}` : "";
      return [`${has} a valid authorization${purpose}`];
    }
    case "skills":
      return [isNegated ? "has not trained " : "has trained ", { name: condition.name }];
    case "total_sp": {
      const bound = isNegated ? "fewer than" : "at least";
      return [`has ${bound} ${formatCount(condition.minimum, "skill point")}`];
    }
    case "character_age":
      return [`is ${bound(isNegated)} ${days(condition)} old`];
    case "security_status":
      return [`has a security status ${above(isNegated)} ${formatSecurity(condition.minimum)}`];
    case "standing": {
      const { minimum, ownerId } = condition;
      const value = formatStanding(minimum);
      return [
        `has a standing ${above(isNegated)} ${value} with `,
        { name: eveName(names, ownerId) },
      ];
    }
  }
}

export function userClause(
  condition: UserCondition,
  names: RuleNames,
  viewpoint: Viewpoint,
  isNegated: boolean,
): Piece[] {
  const isOwn = viewpoint === "own";
  switch (condition.type) {
    case "member_of": {
      const known = condition.groupIds.map((id) => groupName(names, id));
      const subject = isOwn ? "you are" : "the user is";
      return [`${subject}${isNegated ? " not" : ""} a member of `, ...or(known)];
    }
    case "discord_linked":
      return [isNegated ? "Discord is not linked" : "Discord is linked"];
    case "on_discord_server": {
      const subject = isOwn ? "you are" : "the user is";
      const server = { name: serverName(names, condition.serverId) };
      return [`${subject}${isNegated ? " not" : ""} on the Discord server `, server];
    }
    case "fact":
      return toldClause(condition, names, isNegated);
    case "account_age": {
      const subject = isOwn ? "your account" : "the account";
      return [`${subject} is ${bound(isNegated)} ${days(condition)} old`];
    }
  }
}

/** What a condition is about, in a word or a name: "Alliance", "Capital pilots", "Home Defence". */
export function conditionLabel(condition: Condition, names: RuleNames): Piece[] {
  switch (condition.type) {
    case "skills":
      return [{ name: condition.name }];
    case "member_of":
      return listed(
        condition.groupIds.map((id) => groupName(names, id)),
        "or",
      );
    default:
      return [LABELS[condition.type]];
  }
}

const LABELS: Record<Exclude<Condition["type"], "skills" | "member_of">, string> = {
  corporation: "Corporation",
  alliance: "Alliance",
  time_in_corporation: "Time in corporation",
  roles: "Roles",
  titles: "Titles",
  authorization: "Authorization",
  total_sp: "Skill points",
  character_age: "Age of characters",
  security_status: "Security status",
  standing: "Standing",
  discord_linked: "Discord",
  on_discord_server: "Discord server",
  account_age: "Age of the account",
  fact: "Fact",
};

function or(known: readonly string[]): Piece[] {
  return listed(known, "or");
}

function oneOf(known: readonly string[], one: string, several: string): string {
  return known.length === 1 ? one : several;
}

function bound(isNegated: boolean): string {
  return isNegated ? "less than" : "at least";
}

function above(isNegated: boolean): string {
  return isNegated ? "below" : "of at least";
}

function days({ days }: { days: number }): string {
  return formatCount(days, "day");
}
