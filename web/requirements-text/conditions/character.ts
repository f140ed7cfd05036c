import { msg, ph, plural, t } from "#web/language/macros.ts";
import type { Name } from "#shared/language/messages.ts";
import { STEP_UP_SCOPES } from "#shared/account/step-up-scopes.ts";
import type { StepUpScope } from "#shared/account/step-up-scopes.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { listed } from "#web/lib/sentence.ts";
import { daysSince, relativeTime } from "#web/lib/time.ts";
import {
  eveName,
  formatSecurity,
  formatStanding,
  skillName,
} from "#web/requirements-text/names.ts";
import { reachedOn, READ_WITH_SIGN_IN } from "./words.ts";
import type { CharacterWords, ConditionOf, Sentences } from "./words.ts";

export function authorization(condition: ConditionOf<"authorization">): CharacterWords {
  return {
    label: () => [t`Authorization`],
    sentences: () =>
      condition.scopes.length === 0
        ? isAuthorized()
        : isAuthorizedFor(describeScopes(condition.scopes)),
    found: ({ character, whose, fact, asOf, now }) => {
      if (fact.type !== "authorization") return null;
      const { state, missingScopes } = fact;
      if (state === "revoked") {
        return asOf === null
          ? msg`${character} has no valid authorization`
          : msg`${character} lost its authorization ${ph({ timeAgo: relativeTime(asOf, now) })}`;
      }
      return missingScopes.length === 0
        ? msg`${character} has a valid authorization`
        : msg`the authorization ${whose} does not cover ${ph({ scopes: describeScopes(missingScopes) })}`;
    },
    unknown: ({ whose, day }) => ({
      never_read: msg`the authorization ${whose} has not been read yet`,
      too_old_undated: msg`the authorization ${whose} was read too long ago to count`,
      too_old: msg`the authorization ${whose} was last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover this condition`,
      no_authorization: msg`the authorization ${whose} is not known: there is no valid authorization`,
      no_director: msg`the authorization ${whose} is not known: no director can read it`,
      eve_failed: msg`the authorization ${whose} could not be read from EVE`,
    }),
    ownerId: null,
    repair: ({ isNegated, character, reading: { fact } }) =>
      isNegated || character === null
        ? null
        : {
            kind: "authorize",
            character,
            isLost: fact?.type === "authorization" && fact.state === "revoked",
            scopes: stepUpScopes(condition),
          },
    whenUnread: null,
    scopes: stepUpScopes(condition),
  };
}

function stepUpScopes({ scopes }: ConditionOf<"authorization">): StepUpScope[] {
  return STEP_UP_SCOPES.filter((scope) => scopes.includes(scope));
}

const isAuthorized = (): Sentences => ({
  any: msg`any character has a valid authorization`,
  anyNot: msg`any character does not have a valid authorization`,
  none: msg`no character has a valid authorization`,
  notEvery: msg`not every character has a valid authorization`,
  every: msg`every character has a valid authorization`,
  main: msg`main character has a valid authorization`,
  mainNot: msg`main character does not have a valid authorization`,
  is: msg`has a valid authorization`,
  isNot: msg`does not have a valid authorization`,
});

const isAuthorizedFor = (scopes: string): Sentences => ({
  any: msg`any character has a valid authorization for ${scopes}`,
  anyNot: msg`any character does not have a valid authorization for ${scopes}`,
  none: msg`no character has a valid authorization for ${scopes}`,
  notEvery: msg`not every character has a valid authorization for ${scopes}`,
  every: msg`every character has a valid authorization for ${scopes}`,
  main: msg`main character has a valid authorization for ${scopes}`,
  mainNot: msg`main character does not have a valid authorization for ${scopes}`,
  is: msg`has a valid authorization for ${scopes}`,
  isNot: msg`does not have a valid authorization for ${scopes}`,
});

export function characterAge(condition: ConditionOf<"character_age">): CharacterWords {
  return {
    label: () => [t`Age of characters`],
    sentences: () => isOld(condition.days),
    found: ({ character, fact, isMet, now }) => {
      if (fact.type !== "since") return null;
      const days = daysSince(fact.at, now);
      const required = condition.days;
      const date = reachedOn(fact.at, required, now);
      return isMet
        ? msg`${character} is ${plural(days, { one: "# day", other: "# days" })} old`
        : msg`${character} is ${plural(days, { one: "# day", other: "# days" })} old, and reaches ${plural(required, { one: "# day", other: "# days" })} on ${date}`;
    },
    unknown: ({ whose, day }) => ({
      never_read: msg`the age ${whose} has not been read yet`,
      too_old_undated: msg`the age ${whose} was read too long ago to count`,
      too_old: msg`the age ${whose} was last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover its age`,
      no_authorization: msg`the age ${whose} is not known: there is no valid authorization`,
      no_director: msg`the age ${whose} is not known: no director can read it`,
      eve_failed: msg`the age ${whose} could not be read from EVE`,
    }),
    repair: () => null,
    ...READ_WITH_SIGN_IN,
  };
}

const isOld = (days: number): Sentences => ({
  any: msg`any character is at least ${plural(days, { one: "# day", other: "# days" })} old`,
  anyNot: msg`any character is less than ${plural(days, { one: "# day", other: "# days" })} old`,
  none: msg`no character is at least ${plural(days, { one: "# day", other: "# days" })} old`,
  notEvery: msg`not every character is at least ${plural(days, { one: "# day", other: "# days" })} old`,
  every: msg`every character is at least ${plural(days, { one: "# day", other: "# days" })} old`,
  main: msg`main character is at least ${plural(days, { one: "# day", other: "# days" })} old`,
  mainNot: msg`main character is less than ${plural(days, { one: "# day", other: "# days" })} old`,
  is: msg`is at least ${plural(days, { one: "# day", other: "# days" })} old`,
  isNot: msg`is less than ${plural(days, { one: "# day", other: "# days" })} old`,
});

export function securityStatus(condition: ConditionOf<"security_status">): CharacterWords {
  return {
    label: () => [t`Security status`],
    sentences: () => hasSecurityStatus(formatSecurity(condition.minimum)),
    found: ({ character, fact }) =>
      fact.type === "number"
        ? msg`${character} has a security status of ${ph({ status: formatSecurity(fact.value) })}`
        : null,
    unknown: ({ whose, day }) => ({
      never_read: msg`the security status ${whose} has not been read yet`,
      too_old_undated: msg`the security status ${whose} was read too long ago to count`,
      too_old: msg`the security status ${whose} was last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover its security status`,
      no_authorization: msg`the security status ${whose} is not known: there is no valid authorization`,
      no_director: msg`the security status ${whose} is not known: no director can read it`,
      eve_failed: msg`the security status ${whose} could not be read from EVE`,
    }),
    repair: () => t`After a change in EVE, check again.`,
    ...READ_WITH_SIGN_IN,
  };
}

const hasSecurityStatus = (minimum: string): Sentences => ({
  any: msg`any character has a security status of at least ${minimum}`,
  anyNot: msg`any character has a security status below ${minimum}`,
  none: msg`no character has a security status of at least ${minimum}`,
  notEvery: msg`not every character has a security status of at least ${minimum}`,
  every: msg`every character has a security status of at least ${minimum}`,
  main: msg`main character has a security status of at least ${minimum}`,
  mainNot: msg`main character has a security status below ${minimum}`,
  is: msg`has a security status of at least ${minimum}`,
  isNot: msg`has a security status below ${minimum}`,
});

export function standing(condition: ConditionOf<"standing">): CharacterWords {
  return {
    label: () => [t`Standing`],
    sentences: (names) =>
      hasStanding(formatStanding(condition.minimum), { name: eveName(names, condition.ownerId) }),
    found: ({ character, fact, names }) => {
      if (fact.type !== "number") return null;
      const owner = { name: eveName(names, condition.ownerId) };
      return msg`${character} has a standing of ${ph({ standing: formatStanding(fact.value) })} with ${owner}`;
    },
    unknown: ({ whose, day, owner }) => ({
      never_read: msg`the standing ${whose} has not been read yet`,
      too_old_undated: msg`the standing ${whose} was read too long ago to count`,
      too_old: msg`the standing ${whose} was last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover its standing`,
      no_authorization: msg`the standing ${whose} is not known: there is no valid authorization`,
      no_director: msg`the standing ${whose} is not known: no director of ${owner} can read it`,
      eve_failed: msg`the standing ${whose} could not be read from EVE`,
    }),
    ownerId: condition.ownerId,
    repair: () => t`The standing is set in EVE.`,
    whenUnread: () => t`Muster reads standings with a director, every day.`,
    scopes: [],
  };
}

const hasStanding = (minimum: string, owner: Name): Sentences => ({
  any: msg`any character has a standing of at least ${minimum} with ${owner}`,
  anyNot: msg`any character has a standing below ${minimum} with ${owner}`,
  none: msg`no character has a standing of at least ${minimum} with ${owner}`,
  notEvery: msg`not every character has a standing of at least ${minimum} with ${owner}`,
  every: msg`every character has a standing of at least ${minimum} with ${owner}`,
  main: msg`main character has a standing of at least ${minimum} with ${owner}`,
  mainNot: msg`main character has a standing below ${minimum} with ${owner}`,
  is: msg`has a standing of at least ${minimum} with ${owner}`,
  isNot: msg`has a standing below ${minimum} with ${owner}`,
});

/** How many missing skills are named. */
const MOST_SKILLS = 3;

export function skills(condition: ConditionOf<"skills">): CharacterWords {
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
    repair: ({ isNegated, reading: { fact } }) =>
      isNegated || fact?.type !== "skills"
        ? null
        : { kind: "skills", skills: condition.skills, missing: fact.missing },
    ...READ_WITH_SIGN_IN,
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

export function skillPoints(condition: ConditionOf<"total_sp">): CharacterWords {
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
    repair: () => null,
    ...READ_WITH_SIGN_IN,
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
