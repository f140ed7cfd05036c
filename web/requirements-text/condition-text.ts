import type { RuleNames } from "#shared/requirements/cause.ts";
import { DEPENDENCIES } from "#shared/requirements/dependencies.ts";
import type {
  CharacterCondition,
  Condition,
  Quantifier,
  UserCondition,
} from "#shared/requirements/tree.ts";
import type { Name } from "#shared/language/messages.ts";
import { capitalized, listed, sentence } from "#web/lib/sentence.ts";
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
  ConditionOf,
  Form,
  Sentences,
  UserWords,
  Viewpoint,
} from "#web/requirements-text/conditions/words.ts";
import { msg, plural, t } from "#web/language/macros.ts";
import { skillName } from "./names.ts";

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
  return sentence(characterWords(condition).sentences(names)[formOf(which, negation)]);
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

/** How many missing skills are named. */
const MOST_SKILLS = 3;

function skills(condition: ConditionOf<"skills">): CharacterWords {
  return {
    label: () => [{ name: condition.name }],
    sentences: () => hasTrained({ name: condition.name }),
    found: ({ character, fact, names }) => {
      if (fact.type !== "skills") return null;
      const { required, missing } = fact;
      const skillList = { name: condition.name };
      if (missing.length === 0) return msg`${character} has trained ${skillList}`;
      const trained = required - missing.length;
      const skills = listed(
        missing.map(({ skillId, level }) => skillName(names, skillId, level)),
        "and",
        MOST_SKILLS,
      );
      return msg`${character} has trained ${trained} of ${plural(required, { one: "# skill", other: "# skills" })} of ${skillList}, and lacks ${skills}`;
    },
    unknown: ({ whose, day }) => ({
      never_read: msg`the skills ${whose} have not been read yet`,
      too_old_undated: msg`the skills ${whose} were read too long ago to count`,
      too_old: msg`the skills ${whose} were last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover its skills`,
      no_authorization: msg`the skills ${whose} are not known: there is no valid authorization`,
      no_director: msg`the skills ${whose} are not known: no director can read it`,
      eve_failed: msg`the skills ${whose} could not be read from EVE`,
    }),
    ownerId: null,
    repair: ({ isNegated, reading: { fact } }) =>
      isNegated || fact?.type !== "skills"
        ? null
        : { kind: "skills", skills: condition.skills, missing: fact.missing },
    whenUnread: null,
    scopes: [],
  };
}

const hasTrained = (skillList: Name): Sentences => ({
  any: msg`any character has trained ${skillList}`,
  anyNot: msg`any character has not trained ${skillList}`,
  none: msg`no character has trained ${skillList}`,
  notEvery: msg`not every character has trained ${skillList}`,
  every: msg`every character has trained ${skillList}`,
  main: msg`main character has trained ${skillList}`,
  mainNot: msg`main character has not trained ${skillList}`,
  is: msg`has trained ${skillList}`,
  isNot: msg`has not trained ${skillList}`,
});

function skillPoints(condition: ConditionOf<"total_sp">): CharacterWords {
  return {
    label: () => [t`Skill points`],
    sentences: () => hasSkillPoints(condition.minimum),
    found: ({ character, fact }) => {
      if (fact.type !== "number") return null;
      const { value } = fact;
      return msg`${character} has ${plural(value, { one: "# skill point", other: "# skill points" })}`;
    },
    unknown: ({ whose, day }) => ({
      never_read: msg`the skill points ${whose} have not been read yet`,
      too_old_undated: msg`the skill points ${whose} were read too long ago to count`,
      too_old: msg`the skill points ${whose} were last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover its skill points`,
      no_authorization: msg`the skill points ${whose} are not known: there is no valid authorization`,
      no_director: msg`the skill points ${whose} are not known: no director can read it`,
      eve_failed: msg`the skill points ${whose} could not be read from EVE`,
    }),
    ownerId: null,
    repair: () => null,
    whenUnread: null,
    scopes: [],
  };
}

const hasSkillPoints = (minimum: number): Sentences => ({
  any: msg`any character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
  anyNot: msg`any character has fewer than ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
  none: msg`no character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
  notEvery: msg`not every character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
  every: msg`every character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
  main: msg`main character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
  mainNot: msg`main character has fewer than ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
  is: msg`has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
  isNot: msg`has fewer than ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
});
