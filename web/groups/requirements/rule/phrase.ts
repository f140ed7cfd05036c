import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { formatCount, formatSp } from "#web/lib/format.ts";
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

/** A part of the sentence of a row: fixed words, or a value that is edited. `isMissing`: to be chosen. */
type Part = { text: string; isValue: boolean; isMissing: boolean };

/** `verb` is chosen between both: "is", "is not". */
export type Phrase = { verbs: [string, string]; parts: Part[] };

const IS: [string, string] = ["is", "is not"];
const HAS: [string, string] = ["has", "does not have"];

/** The sentence of a condition after its subject, in parts. */
export function phraseOf(condition: Condition, names: RuleNames): Phrase {
  switch (condition.type) {
    case "corporation": {
      const known = condition.corporationIds.map((id) => eveName(names, id));
      const noun = several(known, "in the corporation", "in one of the corporations");
      return { verbs: IS, parts: [words(noun), ...values(known, "choose a corporation")] };
    }
    case "alliance": {
      const known = condition.allianceIds.map((id) => eveName(names, id));
      const noun = several(known, "in the alliance", "in one of the alliances");
      return { verbs: IS, parts: [words(noun), ...values(known, "choose an alliance")] };
    }
    case "time_in_corporation":
      return {
        verbs: ["has been", "has not been"],
        parts: [words("in its corporation for at least"), days(condition.days)],
      };
    case "roles": {
      const known = condition.roles.map(roleName);
      const noun = several(known, "the in-game role", "one of the in-game roles");
      return { verbs: HAS, parts: [words(noun), ...values(known, "choose a role")] };
    }
    case "titles": {
      const { corporationId, titleIds } = condition;
      const known = titleIds.map((id) => titleName(names, corporationId, id));
      const noun = several(known, "the in-game title", "one of the in-game titles");
      const corporation =
        corporationId > 0 ? [words("of"), value(eveName(names, corporationId))] : [];
      return {
        verbs: HAS,
        parts: [words(noun), ...values(known, "choose a title"), ...corporation],
      };
    }
    case "authorization": {
      const { scopes } = condition;
      const purpose = scopes.length > 0 ? [words("for"), value(describeScopes(scopes))] : [];
      return { verbs: HAS, parts: [words("a valid"), value("authorization"), ...purpose] };
    }
    case "skills": {
      const { name, skills } = condition;
      const list = skills.length === 1 ? name : `${name} · ${formatCount(skills.length, "skill")}`;
      const isMissing = name === "" || skills.length === 0;
      return {
        verbs: ["has", "has not"],
        parts: [words("trained"), isMissing ? missing("choose skills") : value(list)],
      };
    }
    case "total_sp": {
      const { minimum } = condition;
      const isMissing = !(minimum > 0);
      const part = isMissing ? missing("how many skill points") : value(`${formatSp(minimum)} SP`);
      return { verbs: HAS, parts: [words("at least"), part] };
    }
    case "character_age":
    case "account_age":
      return { verbs: IS, parts: [words("at least"), days(condition.days), words("old")] };
    case "security_status":
      return {
        verbs: HAS,
        parts: [
          words("a security status of at least"),
          number(condition.minimum, formatSecurity, "choose a status"),
        ],
      };
    case "standing": {
      const { minimum, ownerId } = condition;
      return {
        verbs: HAS,
        parts: [
          words("a standing of at least"),
          number(minimum, formatStanding, "choose a standing"),
          words("with"),
          ownerId > 0 ? value(eveName(names, ownerId)) : missing("choose whose contacts"),
        ],
      };
    }
    case "member_of": {
      const known = condition.groupIds.map((id) => groupName(names, id));
      return {
        verbs: IS,
        parts: [
          words(several(known, "a member of", "a member of one of")),
          ...values(known, "choose a group"),
        ],
      };
    }
    case "discord_linked":
      return { verbs: ["has", "has not"], parts: [words("linked Discord")] };
    case "on_discord_server": {
      const { serverId } = condition;
      const server =
        serverId === "" ? missing("choose a server") : value(serverName(names, serverId));
      return { verbs: IS, parts: [words("on the Discord server"), server] };
    }
    case "fact": {
      const { factId, test } = condition;
      const fact =
        factId === "" ? missing("choose a fact") : value(names.facts[factId]?.title ?? "a fact");
      return { verbs: HAS, parts: [fact, ...(factId === "" ? [] : [value(testText(test))])] };
    }
  }
}

/** The first two names; the others are counted. */
const MOST_NAMES = 2;

function values(known: readonly string[], toChoose: string): Part[] {
  if (known.length === 0) return [missing(toChoose)];
  const shown = known.slice(0, known.length === MOST_NAMES + 1 ? known.length : MOST_NAMES);
  const rest = known.length - shown.length;
  return [...shown.map(value), ...(rest > 0 ? [value(`and ${rest} more`)] : [])];
}

function words(text: string): Part {
  return { text, isValue: false, isMissing: false };
}

function value(text: string): Part {
  return { text, isValue: true, isMissing: false };
}

function missing(text: string): Part {
  return { text, isValue: true, isMissing: true };
}

function days(count: number): Part {
  return count > 0 ? value(formatCount(count, "day")) : missing("how many days");
}

function number(minimum: number, format: (minimum: number) => string, toChoose: string): Part {
  return Number.isFinite(minimum) ? value(format(minimum)) : missing(toChoose);
}

function several(known: readonly string[], one: string, some: string): string {
  return known.length > 1 ? some : one;
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
  return `${row.kind} of ${presentRows(row).length}`;
}

/** A bracket in words. */
export function bracketText(row: Row, isOnOneCharacter: boolean, names: RuleNames): string {
  return textOf(
    isOnOneCharacter
      ? predicateText(meetOf(row), names)
      : requirementText(requirementOf(row), names),
  );
}
