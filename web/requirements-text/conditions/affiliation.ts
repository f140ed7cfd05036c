import { msg, plural, t } from "#web/language/macros.ts";
import type { Name } from "#shared/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { daysSince } from "#web/lib/time.ts";
import { eveName } from "#web/requirements-text/names.ts";
import { oneOf, reachedOn, READ_WITH_SIGN_IN } from "./words.ts";
import type { CharacterWords, ConditionOf, Sentences } from "./words.ts";

export function corporation(condition: ConditionOf<"corporation">): CharacterWords {
  return {
    label: () => [t`Corporation`],
    sentences: (names) => {
      const { one, several } = oneOf(condition.corporationIds.map((id) => eveName(names, id)));
      return one ? inCorporation(one) : inCorporations(several);
    },
    found: ({ character, fact, isMet, names }) => {
      if (fact.type !== "affiliation") return null;
      const corporation = nameIn(names, fact.corporationId);
      if (corporation) return msg`${character} is in ${corporation}`;
      return isMet ? msg`${character} is in it` : msg`${character} is in another corporation`;
    },
    unknown: ({ whose, day }) => ({
      never_read: msg`the corporation ${whose} has not been read yet`,
      too_old_undated: msg`the corporation ${whose} was read too long ago to count`,
      too_old: msg`the corporation ${whose} was last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover its corporation`,
      no_authorization: msg`the corporation ${whose} is not known: there is no valid authorization`,
      no_director: msg`the corporation ${whose} is not known: no director can read it`,
      eve_failed: msg`the corporation ${whose} could not be read from EVE`,
    }),
    repair: () => t`After a change in EVE, check again.`,
    ...READ_WITH_SIGN_IN,
  };
}

const inCorporation = (corporation: Name): Sentences => ({
  any: msg`any character is in the corporation ${corporation}`,
  anyNot: msg`any character is not in the corporation ${corporation}`,
  none: msg`no character is in the corporation ${corporation}`,
  notEvery: msg`not every character is in the corporation ${corporation}`,
  every: msg`every character is in the corporation ${corporation}`,
  main: msg`main character is in the corporation ${corporation}`,
  mainNot: msg`main character is not in the corporation ${corporation}`,
  is: msg`is in the corporation ${corporation}`,
  isNot: msg`is not in the corporation ${corporation}`,
});

const inCorporations = (corporations: readonly Piece[]): Sentences => ({
  any: msg`any character is in one of the corporations ${corporations}`,
  anyNot: msg`any character is not in one of the corporations ${corporations}`,
  none: msg`no character is in one of the corporations ${corporations}`,
  notEvery: msg`not every character is in one of the corporations ${corporations}`,
  every: msg`every character is in one of the corporations ${corporations}`,
  main: msg`main character is in one of the corporations ${corporations}`,
  mainNot: msg`main character is not in one of the corporations ${corporations}`,
  is: msg`is in one of the corporations ${corporations}`,
  isNot: msg`is not in one of the corporations ${corporations}`,
});

export function alliance(condition: ConditionOf<"alliance">): CharacterWords {
  return {
    label: () => [t`Alliance`],
    sentences: (names) => {
      const { one, several } = oneOf(condition.allianceIds.map((id) => eveName(names, id)));
      return one ? inAlliance(one) : inAlliances(several);
    },
    found: ({ character, fact, isMet, names }) => {
      if (fact.type !== "affiliation") return null;
      if (fact.allianceId !== null) {
        const alliance = nameIn(names, fact.allianceId);
        if (alliance) return msg`${character} is in ${alliance}`;
        return isMet ? msg`${character} is in it` : msg`${character} is in another alliance`;
      }
      const corporation = nameIn(names, fact.corporationId);
      return corporation
        ? msg`${character} is in ${corporation}, which is in no alliance`
        : msg`${character} is in no alliance`;
    },
    unknown: ({ whose, day }) => ({
      never_read: msg`the alliance ${whose} has not been read yet`,
      too_old_undated: msg`the alliance ${whose} was read too long ago to count`,
      too_old: msg`the alliance ${whose} was last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover its alliance`,
      no_authorization: msg`the alliance ${whose} is not known: there is no valid authorization`,
      no_director: msg`the alliance ${whose} is not known: no director can read it`,
      eve_failed: msg`the alliance ${whose} could not be read from EVE`,
    }),
    repair: () => t`After a change in EVE, check again.`,
    ...READ_WITH_SIGN_IN,
  };
}

const inAlliance = (alliance: Name): Sentences => ({
  any: msg`any character is in the alliance ${alliance}`,
  anyNot: msg`any character is not in the alliance ${alliance}`,
  none: msg`no character is in the alliance ${alliance}`,
  notEvery: msg`not every character is in the alliance ${alliance}`,
  every: msg`every character is in the alliance ${alliance}`,
  main: msg`main character is in the alliance ${alliance}`,
  mainNot: msg`main character is not in the alliance ${alliance}`,
  is: msg`is in the alliance ${alliance}`,
  isNot: msg`is not in the alliance ${alliance}`,
});

const inAlliances = (alliances: readonly Piece[]): Sentences => ({
  any: msg`any character is in one of the alliances ${alliances}`,
  anyNot: msg`any character is not in one of the alliances ${alliances}`,
  none: msg`no character is in one of the alliances ${alliances}`,
  notEvery: msg`not every character is in one of the alliances ${alliances}`,
  every: msg`every character is in one of the alliances ${alliances}`,
  main: msg`main character is in one of the alliances ${alliances}`,
  mainNot: msg`main character is not in one of the alliances ${alliances}`,
  is: msg`is in one of the alliances ${alliances}`,
  isNot: msg`is not in one of the alliances ${alliances}`,
});

function nameIn({ eve }: RuleNames, id: number): Name | undefined {
  const { [id]: name } = eve;
  return name === undefined ? undefined : { name };
}

export function timeInCorporation(condition: ConditionOf<"time_in_corporation">): CharacterWords {
  return {
    label: () => [t`Time in corporation`],
    sentences: () => sinceDays(condition.days),
    found: ({ character, fact, isMet, now }) => {
      if (fact.type !== "since") return null;
      const days = daysSince(fact.at, now);
      const required = condition.days;
      const date = reachedOn(fact.at, required, now);
      return isMet
        ? msg`${character} has been in its corporation for ${plural(days, { one: "# day", other: "# days" })}`
        : msg`${character} has been in its corporation for ${plural(days, { one: "# day", other: "# days" })}, and reaches ${plural(required, { one: "# day", other: "# days" })} on ${date}`;
    },
    unknown: ({ whose, day }) => ({
      never_read: msg`the corporation history ${whose} has not been read yet`,
      too_old_undated: msg`the corporation history ${whose} was read too long ago to count`,
      too_old: msg`the corporation history ${whose} was last read on ${day}, which is too long ago to count`,
      missing_scope: msg`the authorization ${whose} does not cover its corporation history`,
      no_authorization: msg`the corporation history ${whose} is not known: there is no valid authorization`,
      no_director: msg`the corporation history ${whose} is not known: no director can read it`,
      eve_failed: msg`the corporation history ${whose} could not be read from EVE`,
    }),
    repair: () => null,
    ...READ_WITH_SIGN_IN,
  };
}

const sinceDays = (days: number): Sentences => ({
  any: msg`any character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
  anyNot: msg`any character has been in its corporation for less than ${plural(days, { one: "# day", other: "# days" })}`,
  none: msg`no character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
  notEvery: msg`not every character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
  every: msg`every character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
  main: msg`main character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
  mainNot: msg`main character has been in its corporation for less than ${plural(days, { one: "# day", other: "# days" })}`,
  is: msg`has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
  isNot: msg`has been in its corporation for less than ${plural(days, { one: "# day", other: "# days" })}`,
});
