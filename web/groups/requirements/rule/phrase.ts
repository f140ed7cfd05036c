import { msg, ph, plural, t } from "#web/language/macros.ts";
import type { Message, Name } from "#web/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { formatSp } from "#web/lib/format.ts";
import { textOf } from "#web/lib/sentence.ts";
import {
  eveName,
  formatSecurity,
  formatStanding,
  groupName,
  roleName,
  serverName,
  titleName,
} from "#web/requirements-text/names.ts";
import { conditionText, isOnCharacter, predicate } from "#web/requirements-text/condition-text.ts";
import { testText } from "#web/requirements-text/told-text.ts";
import { predicateText, requirementText } from "#web/requirements-text/tree-text.ts";
import { meetOf, presentRows, requirementOf } from "./rows.ts";
import type { Row } from "./rows.ts";

/** A value in the sentence of a row, which opens its form. `isMissing`: to be chosen. */
type Value = Name & { isMissing: boolean };

/** Where whose fact it is stands, and where the verb is chosen. */
export const SUBJECT: Name = { name: "subject" };
export const VERB: Name = { name: "verb" };

type Words = readonly (Name | string)[];

/** The sentence of a condition, whose values are controls. `verbs` are chosen between: "is", "is not". */
export type Phrase = { verbs: readonly [yes: Message, no: Message]; text: Message };

const IS = [msg`is`, msg`is not`] as const;
const HAS = [msg`has`, msg`does not have`] as const;
const HAS_DONE = [msg`has`, msg`has not`] as const;
const HAS_BEEN = [msg`has been`, msg`has not been`] as const;

export function phraseOf(condition: Condition, names: RuleNames): Phrase {
  switch (condition.type) {
    case "corporation": {
      const known = condition.corporationIds.map((id) => eveName(names, id));
      const corporations = values(known, t`choose a corporation`);
      return {
        verbs: IS,
        text:
          known.length > 1
            ? msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} in one of the corporations ${corporations}`
            : msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} in the corporation ${corporations}`,
      };
    }
    case "alliance": {
      const known = condition.allianceIds.map((id) => eveName(names, id));
      const alliances = values(known, t`choose an alliance`);
      return {
        verbs: IS,
        text:
          known.length > 1
            ? msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} in one of the alliances ${alliances}`
            : msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} in the alliance ${alliances}`,
      };
    }
    case "time_in_corporation": {
      const time = days(condition.days);
      return {
        verbs: HAS_BEEN,
        text: msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} in its corporation for at least ${time}`,
      };
    }
    case "roles": {
      const known = condition.roles.map(roleName);
      const roles = values(known, t`choose a role`);
      return {
        verbs: HAS,
        text:
          known.length > 1
            ? msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} one of the in-game roles ${roles}`
            : msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} the in-game role ${roles}`,
      };
    }
    case "titles":
      return { verbs: HAS, text: titlesText(condition, names) };
    case "authorization": {
      const authorization = value(t`authorization`);
      if (condition.scopes.length === 0) {
        return {
          verbs: HAS,
          text: msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} a valid ${authorization}`,
        };
      }
      const scopes = value(describeScopes(condition.scopes));
      return {
        verbs: HAS,
        text: msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} a valid ${authorization} for ${scopes}`,
      };
    }
    case "skills": {
      const { name, skills } = condition;
      const list =
        skills.length === 1
          ? name
          : `${name} · ${plural({ count: skills.length }, { one: "# skill", other: "# skills" })}`;
      const isMissing = name === "" || skills.length === 0;
      const trained = isMissing ? missing(t`choose skills`) : value(list);
      return {
        verbs: HAS_DONE,
        text: msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} trained ${trained}`,
      };
    }
    case "total_sp": {
      const { minimum } = condition;
      const points =
        minimum > 0
          ? value(t`${ph({ points: formatSp(minimum) })} SP`)
          : missing(t`how many skill points`);
      return {
        verbs: HAS,
        text: msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} at least ${points}`,
      };
    }
    case "character_age":
    case "account_age": {
      const age = days(condition.days);
      return {
        verbs: IS,
        text: msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} at least ${age} old`,
      };
    }
    case "security_status": {
      const status = number(condition.minimum, formatSecurity, t`choose a status`);
      return {
        verbs: HAS,
        text: msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} a security status of at least ${status}`,
      };
    }
    case "standing": {
      const { minimum, ownerId } = condition;
      const standing = number(minimum, formatStanding, t`choose a standing`);
      const owner =
        ownerId > 0 ? value(eveName(names, ownerId)) : missing(t`choose whose contacts`);
      return {
        verbs: HAS,
        text: msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} a standing of at least ${standing} with ${owner}`,
      };
    }
    case "member_of": {
      const known = condition.groupIds.map((id) => groupName(names, id));
      const groups = values(known, t`choose a group`);
      return {
        verbs: IS,
        text:
          known.length > 1
            ? msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} a member of one of ${groups}`
            : msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} a member of ${groups}`,
      };
    }
    case "discord_linked":
      return {
        verbs: HAS_DONE,
        text: msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} linked Discord`,
      };
    case "on_discord_server": {
      const { serverId } = condition;
      const server =
        serverId === "" ? missing(t`choose a server`) : value(serverName(names, serverId));
      return {
        verbs: IS,
        text: msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} on the Discord server ${server}`,
      };
    }
    case "fact":
      return { verbs: HAS, text: toldPhrase(condition, names) };
  }
}

function titlesText(
  { corporationId, titleIds }: Extract<Condition, { type: "titles" }>,
  names: RuleNames,
): Message {
  const known = titleIds.map((id) => titleName(names, corporationId, id));
  const titles = values(known, t`choose a title`);
  if (corporationId <= 0) {
    return known.length > 1
      ? msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} one of the in-game titles ${titles}`
      : msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} the in-game title ${titles}`;
  }
  const corporation = value(eveName(names, corporationId));
  return known.length > 1
    ? msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} one of the in-game titles ${titles} of ${corporation}`
    : msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} the in-game title ${titles} of ${corporation}`;
}

function toldPhrase(
  { factId, test }: Extract<Condition, { type: "fact" }>,
  names: RuleNames,
): Message {
  if (factId === "") {
    const fact = missing(t`choose a fact`);
    return msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} ${fact}`;
  }
  const fact = value(names.facts[factId]?.title ?? t`a fact`);
  const wanted = value(testText(test));
  return msg`${ph({ subject: SUBJECT })} ${ph({ verb: VERB })} ${fact} ${wanted}`;
}

/** The first two names; the others are counted. */
const MOST_NAMES = 2;

function values(known: readonly string[], toChoose: string): Words {
  if (known.length === 0) return [missing(toChoose)];
  const shown = known.slice(0, known.length === MOST_NAMES + 1 ? known.length : MOST_NAMES);
  const rest = known.length - shown.length;
  const all = [...shown.map(value), ...(rest > 0 ? [value(t`and ${rest} more`)] : [])];
  return all.flatMap((one, index): Words => (index === 0 ? [one] : [" ", one]));
}

const value = (text: string): Value => ({ name: text, isMissing: false });

const missing = (text: string): Value => ({ name: text, isMissing: true });

function days(count: number): Value {
  return count > 0
    ? value(plural(count, { one: "# day", other: "# days" }))
    : missing(t`how many days`);
}

function number(minimum: number, format: (minimum: number) => string, toChoose: string): Value {
  return Number.isFinite(minimum) ? value(format(minimum)) : missing(toChoose);
}

/** A row in words, for its buttons, and for what is announced about it. */
export function rowText(row: Row, names: RuleNames): string {
  if (row.type === "condition") {
    const { condition, which, isNegated } = row;
    if (isOnCharacter(condition) && which === null) {
      return textOf(predicate(condition, names, isNegated));
    }
    const negation = isNegated ? "each" : null;
    return textOf(conditionText(condition, which, names, { negation }));
  }
  const { kind } = row;
  const count = presentRows(row).length;
  if (kind === "all") return t`all of ${count}`;
  return kind === "any" ? t`any of ${count}` : t`none of ${count}`;
}

/** A bracket in words. */
export function bracketText(row: Row, isOnOneCharacter: boolean, names: RuleNames): string {
  return textOf(
    isOnOneCharacter
      ? predicateText(meetOf(row), names)
      : requirementText(requirementOf(row), names),
  );
}
