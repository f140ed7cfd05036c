import type { RuleNames } from "#shared/requirements/cause.ts";
import { DEPENDENCIES } from "#shared/requirements/dependencies.ts";
import type {
  CharacterCondition,
  Condition,
  Quantifier,
  UserCondition,
} from "#shared/requirements/tree.ts";
import { capitalized, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import {
  alliance,
  corporation,
  timeInCorporation,
} from "#web/requirements-text/conditions/affiliation.ts";
import {
  authorization,
  characterAge,
  securityStatus,
  skillPoints,
  skills,
  standing,
} from "#web/requirements-text/conditions/character.ts";
import { roles, titles } from "#web/requirements-text/conditions/roles.ts";
import {
  accountAge,
  cleared,
  discordLinked,
  fact,
  memberOf,
  onDiscordServer,
  tookPart,
} from "#web/requirements-text/conditions/user.ts";
import type {
  CharacterWords,
  SentenceForm,
  UserWords,
  Viewpoint,
} from "#web/requirements-text/conditions/words.ts";

/**
 * Where a "not" stands. `each`: within the condition, "any character is not in…". `whole`: before it, "no character is in…".
 */
type Negation = "each" | "whole" | null;

type Options = { negation?: Negation };

/** A condition as a sentence, without a full stop: "Every character is in the alliance Null Concord". For readers who are not the user. */
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
  { negation = null }: Options = {},
): Piece[] {
  if (!isOnCharacter(condition)) {
    return userClause(condition, names, "other", negation !== null);
  }
  return sentence(characterWords(condition).sentences(names)[formOf(which, negation)]);
}

export function isOnCharacter(condition: Condition): condition is CharacterCondition {
  return DEPENDENCIES[condition.type].about === "character";
}

function formOf(which: Quantifier | null, negation: Negation): SentenceForm {
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
  return sentence(characterWords(condition).sentences(names)[isNegated ? "isNot" : "is"]);
}

/** A condition on the user as a sentence. */
export function userClause(
  condition: UserCondition,
  names: RuleNames,
  viewpoint: Viewpoint,
  isNegated: boolean,
): Piece[] {
  return sentence(userWords(condition).sentences(names)[viewpoint][isNegated ? 1 : 0]);
}

/** What a condition is about, in a word or a name: "Alliance", "Capital pilots", "Home Defence". */
export function conditionLabel(condition: Condition, names: RuleNames): Piece[] {
  return wordsOf(condition).label(names);
}

export function wordsOf(condition: Condition): CharacterWords | UserWords {
  return isOnCharacter(condition) ? characterWords(condition) : userWords(condition);
}

/** The words of each condition on characters: a new one does not compile without. */
export function characterWords(condition: CharacterCondition): CharacterWords {
  switch (condition.type) {
    case "corporation":
      return corporation(condition);
    case "alliance":
      return alliance(condition);
    case "time_in_corporation":
      return timeInCorporation(condition);
    case "roles":
      return roles(condition);
    case "titles":
      return titles(condition);
    case "authorization":
      return authorization(condition);
    case "skills":
      return skills(condition);
    case "total_sp":
      return skillPoints(condition);
    case "character_age":
      return characterAge(condition);
    case "security_status":
      return securityStatus(condition);
    case "standing":
      return standing(condition);
  }
}

/** The words of each condition on the user. */
export function userWords(condition: UserCondition): UserWords {
  switch (condition.type) {
    case "member_of":
      return memberOf(condition);
    case "discord_linked":
      return discordLinked();
    case "on_discord_server":
      return onDiscordServer(condition);
    case "account_age":
      return accountAge(condition);
    case "fact":
      return fact(condition);
    case "took_part":
      return tookPart(condition);
    case "cleared":
      return cleared();
  }
}
