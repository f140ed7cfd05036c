import { msg, ph, plural } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#web/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { DEPENDENCIES } from "#shared/requirements/dependencies.ts";
import type {
  CharacterCondition,
  Condition,
  Quantifier,
  UserCondition,
} from "#shared/requirements/tree.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { capitalized, listed, sentence } from "#web/lib/sentence.ts";
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
  return quantified(which, negation, predicates(condition, names));
}

export function isOnCharacter(condition: Condition): condition is CharacterCondition {
  return DEPENDENCIES[condition.type].about === "character";
}

/** What is said of a character: after a subject, and after "no character", where many languages need another verb. */
export type Predicates = Record<"is" | "isNot" | "none", Message>;

/** A sentence about characters, with a small letter: "no character is in the alliance Null Concord". */
export function quantified(
  which: Quantifier | null,
  negation: Negation,
  { is, isNot, none }: Record<keyof Predicates, Message | Piece[]>,
): Piece[] {
  const [affirmed, negated] = [said(is), said(isNot)];
  switch (which) {
    case "any":
      if (negation === "whole") return said(none);
      return negation === "each"
        ? sentence(msg`any character ${ph({ predicate: negated })}`)
        : sentence(msg`any character ${ph({ predicate: affirmed })}`);
    case "every":
      if (negation === "each") return said(none);
      return negation === "whole"
        ? sentence(msg`not every character ${ph({ predicate: affirmed })}`)
        : sentence(msg`every character ${ph({ predicate: affirmed })}`);
    case "main":
    case null:
      return negation === null
        ? sentence(msg`main character ${ph({ predicate: affirmed })}`)
        : sentence(msg`main character ${ph({ predicate: negated })}`);
  }
}

const said = (text: Message | Piece[]): Piece[] => (Array.isArray(text) ? text : sentence(text));

/** What a character must be or have: "is in the alliance Null Concord". */
export function predicate(
  condition: CharacterCondition,
  names: RuleNames,
  isNegated: boolean,
): Piece[] {
  const { is, isNot } = predicates(condition, names);
  return sentence(isNegated ? isNot : is);
}

function predicates(condition: CharacterCondition, names: RuleNames): Predicates {
  switch (condition.type) {
    case "corporation": {
      const known = condition.corporationIds.map((id) => eveName(names, id));
      const corporations = listed(known, "or");
      return known.length === 1
        ? {
            is: msg`is in the corporation ${corporations}`,
            isNot: msg`is not in the corporation ${corporations}`,
            none: msg`no character is in the corporation ${corporations}`,
          }
        : {
            is: msg`is in one of the corporations ${corporations}`,
            isNot: msg`is not in one of the corporations ${corporations}`,
            none: msg`no character is in one of the corporations ${corporations}`,
          };
    }
    case "alliance": {
      const known = condition.allianceIds.map((id) => eveName(names, id));
      const alliances = listed(known, "or");
      return known.length === 1
        ? {
            is: msg`is in the alliance ${alliances}`,
            isNot: msg`is not in the alliance ${alliances}`,
            none: msg`no character is in the alliance ${alliances}`,
          }
        : {
            is: msg`is in one of the alliances ${alliances}`,
            isNot: msg`is not in one of the alliances ${alliances}`,
            none: msg`no character is in one of the alliances ${alliances}`,
          };
    }
    case "time_in_corporation": {
      const { days } = condition;
      return {
        is: msg`has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
        isNot: msg`has been in its corporation for less than ${plural(days, { one: "# day", other: "# days" })}`,
        none: msg`no character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
      };
    }
    case "roles": {
      const known = condition.roles.map(roleName);
      const roles = listed(known, "or");
      return known.length === 1
        ? {
            is: msg`has the role ${roles}`,
            isNot: msg`does not have the role ${roles}`,
            none: msg`no character has the role ${roles}`,
          }
        : {
            is: msg`has one of the roles ${roles}`,
            isNot: msg`does not have any of the roles ${roles}`,
            none: msg`no character has one of the roles ${roles}`,
          };
    }
    case "titles": {
      const { corporationId, titleIds } = condition;
      const known = titleIds.map((id) => titleName(names, corporationId, id));
      const titles = listed(known, "or");
      const corporation = { name: eveName(names, corporationId) };
      return known.length === 1
        ? {
            is: msg`has the title ${titles} in ${corporation}`,
            isNot: msg`does not have the title ${titles} in ${corporation}`,
            none: msg`no character has the title ${titles} in ${corporation}`,
          }
        : {
            is: msg`has one of the titles ${titles} in ${corporation}`,
            isNot: msg`does not have any of the titles ${titles} in ${corporation}`,
            none: msg`no character has one of the titles ${titles} in ${corporation}`,
          };
    }
    case "authorization": {
      if (condition.scopes.length === 0) {
        return {
          is: msg`has a valid authorization`,
          isNot: msg`does not have a valid authorization`,
          none: msg`no character has a valid authorization`,
        };
      }
      const scopes = describeScopes(condition.scopes);
      return {
        is: msg`has a valid authorization for ${scopes}`,
        isNot: msg`does not have a valid authorization for ${scopes}`,
        none: msg`no character has a valid authorization for ${scopes}`,
      };
    }
    case "skills": {
      const list = { name: condition.name };
      return {
        is: msg`has trained ${list}`,
        isNot: msg`has not trained ${list}`,
        none: msg`no character has trained ${list}`,
      };
    }
    case "total_sp": {
      const { minimum } = condition;
      return {
        is: msg`has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
        isNot: msg`has fewer than ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
        none: msg`no character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
      };
    }
    case "character_age": {
      const { days } = condition;
      return {
        is: msg`is at least ${plural(days, { one: "# day old", other: "# days old" })}`,
        isNot: msg`is less than ${plural(days, { one: "# day old", other: "# days old" })}`,
        none: msg`no character is at least ${plural(days, { one: "# day old", other: "# days old" })}`,
      };
    }
    case "security_status": {
      const status = formatSecurity(condition.minimum);
      return {
        is: msg`has a security status of at least ${status}`,
        isNot: msg`has a security status below ${status}`,
        none: msg`no character has a security status of at least ${status}`,
      };
    }
    case "standing": {
      const standing = formatStanding(condition.minimum);
      const owner = { name: eveName(names, condition.ownerId) };
      return {
        is: msg`has a standing of at least ${standing} with ${owner}`,
        isNot: msg`has a standing below ${standing} with ${owner}`,
        none: msg`no character has a standing of at least ${standing} with ${owner}`,
      };
    }
  }
}

export function userClause(
  condition: UserCondition,
  names: RuleNames,
  viewpoint: Viewpoint,
  isNegated: boolean,
): Piece[] {
  if (condition.type === "fact") return toldClause(condition, names, isNegated);
  return sentence(
    viewpoint === "own"
      ? ownClause(condition, names, isNegated)
      : clauseOfUser(condition, names, isNegated),
  );
}

function ownClause(condition: ReadCondition, names: RuleNames, isNegated: boolean): Message {
  switch (condition.type) {
    case "member_of": {
      const groups = groupsOf(condition.groupIds, names);
      return isNegated
        ? msg`you are not a member of ${groups}`
        : msg`you are a member of ${groups}`;
    }
    case "discord_linked":
      return isNegated ? NOT_LINKED : LINKED;
    case "on_discord_server": {
      const server = { name: serverName(names, condition.serverId) };
      return isNegated
        ? msg`you are not on the Discord server ${server}`
        : msg`you are on the Discord server ${server}`;
    }
    case "account_age": {
      const { days } = condition;
      return isNegated
        ? msg`your account is less than ${plural(days, { one: "# day old", other: "# days old" })}`
        : msg`your account is at least ${plural(days, { one: "# day old", other: "# days old" })}`;
    }
  }
}

function clauseOfUser(condition: ReadCondition, names: RuleNames, isNegated: boolean): Message {
  switch (condition.type) {
    case "member_of": {
      const groups = groupsOf(condition.groupIds, names);
      return isNegated
        ? msg`the user is not a member of ${groups}`
        : msg`the user is a member of ${groups}`;
    }
    case "discord_linked":
      return isNegated ? NOT_LINKED : LINKED;
    case "on_discord_server": {
      const server = { name: serverName(names, condition.serverId) };
      return isNegated
        ? msg`the user is not on the Discord server ${server}`
        : msg`the user is on the Discord server ${server}`;
    }
    case "account_age": {
      const { days } = condition;
      return isNegated
        ? msg`the account is less than ${plural(days, { one: "# day old", other: "# days old" })}`
        : msg`the account is at least ${plural(days, { one: "# day old", other: "# days old" })}`;
    }
  }
}

/** Others are told by an application. */
type ReadCondition = Exclude<UserCondition, { type: "fact" }>;

const LINKED = msg`Discord is linked`;
const NOT_LINKED = msg`Discord is not linked`;

function groupsOf(groupIds: readonly string[], names: RuleNames): Piece[] {
  return listed(
    groupIds.map((id) => groupName(names, id)),
    "or",
  );
}

/** What a condition is about, in a word or a name: "Alliance", "Capital pilots", "Home Defence". */
export function conditionLabel(condition: Condition, names: RuleNames): Piece[] {
  switch (condition.type) {
    case "skills":
      return [{ name: condition.name }];
    case "member_of":
      return groupsOf(condition.groupIds, names);
    default:
      return [say(LABELS[condition.type])];
  }
}

const LABELS: Record<Exclude<Condition["type"], "skills" | "member_of">, Message> = {
  corporation: msg`Corporation`,
  alliance: msg`Alliance`,
  time_in_corporation: msg`Time in corporation`,
  roles: msg`Roles`,
  titles: msg`Titles`,
  authorization: msg`Authorization`,
  total_sp: msg`Skill points`,
  character_age: msg`Age of characters`,
  security_status: msg`Security status`,
  standing: msg`Standing`,
  discord_linked: msg`Discord`,
  on_discord_server: msg`Discord server`,
  account_age: msg`Age of the account`,
  fact: msg`Fact`,
};
