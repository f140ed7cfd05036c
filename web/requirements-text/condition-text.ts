import { msg, plural } from "#web/language/macros.ts";
import { roleName } from "#web/language/eve-names.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#shared/language/messages.ts";
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
import { CHARACTER_SENTENCES } from "./character-sentences.ts";
import type { Form, Sentences } from "./character-sentences.ts";
import {
  eveName,
  formatSecurity,
  formatStanding,
  groupName,
  serverName,
  titleName,
} from "./names.ts";
import { toldSentence } from "./told-text.ts";

/** Whether the reader is the user whom a text is about. */
export type Viewpoint = "own" | "other";

/**
 * Where a "not" stands. `each`: within the condition, "any character is not in…". `whole`: before it, "no character is in…".
 */
type Negation = "each" | "whole" | null;

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
  return sentence(sentencesOf(condition, names)[formOf(which, negation)]);
}

export function isOnCharacter(condition: Condition): condition is CharacterCondition {
  return DEPENDENCIES[condition.type].about === "character";
}

function formOf(which: Quantifier | null, negation: Negation): Form {
  switch (which) {
    case "any":
      return negation === "whole" ? "none" : negation === "each" ? "anyNot" : "any";
    case "every":
      return negation === "whole" ? "notEvery" : negation === "each" ? "none" : "every";
    case "main":
    case null:
      return negation === null ? "main" : "mainNot";
  }
}

/** What a character must be or have: "is in the alliance Null Concord". */
export function predicate(
  condition: CharacterCondition,
  names: RuleNames,
  isNegated: boolean,
): Piece[] {
  return sentence(sentencesOf(condition, names)[isNegated ? "isNot" : "is"]);
}

function sentencesOf(condition: CharacterCondition, names: RuleNames): Sentences {
  switch (condition.type) {
    case "corporation": {
      const { one, several } = oneOf(condition.corporationIds.map((id) => eveName(names, id)));
      return one ? CHARACTER_SENTENCES.corporation(one) : CHARACTER_SENTENCES.corporations(several);
    }
    case "alliance": {
      const { one, several } = oneOf(condition.allianceIds.map((id) => eveName(names, id)));
      return one ? CHARACTER_SENTENCES.alliance(one) : CHARACTER_SENTENCES.alliances(several);
    }
    case "time_in_corporation":
      return CHARACTER_SENTENCES.timeInCorporation(condition.days);
    case "roles": {
      const { one, several } = oneOf(condition.roles.map(roleName));
      return one ? CHARACTER_SENTENCES.role(one) : CHARACTER_SENTENCES.roles(several);
    }
    case "titles": {
      const { corporationId, titleIds } = condition;
      const corporation = { name: eveName(names, corporationId) };
      const { one, several } = oneOf(titleIds.map((id) => titleName(names, corporationId, id)));
      return one
        ? CHARACTER_SENTENCES.title(one, corporation)
        : CHARACTER_SENTENCES.titles(several, corporation);
    }
    case "authorization": {
      const { scopes } = condition;
      return scopes.length === 0
        ? CHARACTER_SENTENCES.authorization()
        : CHARACTER_SENTENCES.authorizationFor(describeScopes(scopes));
    }
    case "skills":
      return CHARACTER_SENTENCES.skills({ name: condition.name });
    case "total_sp":
      return CHARACTER_SENTENCES.skillPoints(condition.minimum);
    case "character_age":
      return CHARACTER_SENTENCES.age(condition.days);
    case "security_status":
      return CHARACTER_SENTENCES.securityStatus(formatSecurity(condition.minimum));
    case "standing": {
      const owner = { name: eveName(names, condition.ownerId) };
      return CHARACTER_SENTENCES.standing(formatStanding(condition.minimum), owner);
    }
  }
}

/** A name alone, or a list of several. */
function oneOf(known: readonly string[]): { one?: Name; several: Piece[] } {
  const [first = ""] = known;
  return known.length === 1
    ? { one: { name: first }, several: [] }
    : { several: listed(known, "or") };
}

export function userClause(
  condition: UserCondition,
  names: RuleNames,
  viewpoint: Viewpoint,
  isNegated: boolean,
): Piece[] {
  const sentences = userSentences(condition, names);
  return sentence(sentences[viewpoint][isNegated ? 1 : 0]);
}

type UserSentences = Record<Viewpoint, readonly [is: Message, isNot: Message]>;

function userSentences(condition: UserCondition, names: RuleNames): UserSentences {
  switch (condition.type) {
    case "member_of": {
      const groups = listed(
        condition.groupIds.map((id) => groupName(names, id)),
        "or",
      );
      return {
        own: [msg`you are a member of ${groups}`, msg`you are not a member of ${groups}`],
        other: [msg`the user is a member of ${groups}`, msg`the user is not a member of ${groups}`],
      };
    }
    case "discord_linked": {
      const linked = [msg`Discord is linked`, msg`Discord is not linked`] as const;
      return { own: linked, other: linked };
    }
    case "on_discord_server": {
      const server = { name: serverName(names, condition.serverId) };
      return {
        own: [
          msg`you are on the Discord server ${server}`,
          msg`you are not on the Discord server ${server}`,
        ],
        other: [
          msg`the user is on the Discord server ${server}`,
          msg`the user is not on the Discord server ${server}`,
        ],
      };
    }
    case "fact": {
      const told = [
        toldSentence(condition, names, false),
        toldSentence(condition, names, true),
      ] as const;
      return { own: told, other: told };
    }
    case "cleared": {
      const cleared = [
        msg`a condition that only administrators see is met`,
        msg`a condition that only administrators see is not met`,
      ] as const;
      return { own: cleared, other: cleared };
    }
    case "account_age": {
      const { days } = condition;
      return {
        own: [
          msg`your account is at least ${plural(days, { one: "# day", other: "# days" })} old`,
          msg`your account is less than ${plural(days, { one: "# day", other: "# days" })} old`,
        ],
        other: [
          msg`the account is at least ${plural(days, { one: "# day", other: "# days" })} old`,
          msg`the account is less than ${plural(days, { one: "# day", other: "# days" })} old`,
        ],
      };
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
      return [say(LABELS[condition.type])];
  }
}

const LABELS: Record<Exclude<Condition["type"], "skills" | "member_of">, Message> = {
  corporation: msg`Corporation`,
  alliance: msg`Alliance`,
  time_in_corporation: msg`Time in corporation`,
  roles: msg({ context: "in a corporation", message: "Roles" }),
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
  cleared: msg`Private condition`,
};
