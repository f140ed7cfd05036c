import { OPERATION_KIND_LABELS } from "#web/lib/labels.ts";
import { msg, ph, plural, t } from "#web/language/macros.ts";
import { roleName } from "#web/language/eve-names.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { formatSp } from "#web/lib/format.ts";
import { enumerated, sentence, textOf } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import {
  eveName,
  formatSecurity,
  formatStanding,
  groupName,
  serverName,
  titleName,
} from "#web/requirements-text/names.ts";
import { conditionText, isOnCharacter, predicate } from "#web/requirements-text/condition-text.ts";
import { testText } from "#web/requirements-text/told-text.ts";
import { predicateText, requirementText } from "#web/requirements-text/tree-text.ts";
import { meetOf, presentRows, requirementOf } from "./rows.ts";
import type { BracketKind, Row } from "./rows.ts";

/** Where the choices of the subject and of the verb stand in the sentence of a row. */
export const WHO: Name = { name: "who" };
export const VERB: Name = { name: "verb" };

/** A value that is edited. `isMissing`: to be chosen. */
type Value = Name & { isMissing: boolean };

export const isMissing = (piece: Name): boolean => "isMissing" in piece && piece.isMissing === true;

/** `VERB` is chosen between both: "is", "is not". Names that are neither it nor `WHO` are values. */
type Phrase = { verbs: [string, string]; pieces: Piece[] };

/** The verb of each sentence. A language may need another in each, or more words with it: "has none" of several roles. */
const VERBS = {
  corporation: [
    msg({ context: "in a corporation", message: "is" }),
    msg({ context: "in a corporation", message: "is not" }),
  ],
  corporations: [
    msg({ context: "in one of several corporations", message: "is" }),
    msg({ context: "in one of several corporations", message: "is not" }),
  ],
  alliance: [
    msg({ context: "in an alliance", message: "is" }),
    msg({ context: "in an alliance", message: "is not" }),
  ],
  alliances: [
    msg({ context: "in one of several alliances", message: "is" }),
    msg({ context: "in one of several alliances", message: "is not" }),
  ],
  role: [
    msg({ context: "in-game role", message: "has" }),
    msg({ context: "in-game role", message: "does not have" }),
  ],
  roles: [
    msg({ context: "one of several in-game roles", message: "has" }),
    msg({ context: "one of several in-game roles", message: "does not have" }),
  ],
  title: [
    msg({ context: "in-game title", message: "has" }),
    msg({ context: "in-game title", message: "does not have" }),
  ],
  titles: [
    msg({ context: "one of several in-game titles", message: "has" }),
    msg({ context: "one of several in-game titles", message: "does not have" }),
  ],
  authorization: [
    msg({ context: "authorization", message: "has" }),
    msg({ context: "authorization", message: "does not have" }),
  ],
  skills: [
    msg({ context: "trained skills", message: "has" }),
    msg({ context: "trained skills", message: "has not" }),
  ],
  skillPoints: [
    msg({ context: "skill points", message: "has" }),
    msg({ context: "skill points", message: "does not have" }),
  ],
  age: [
    msg({ context: "days old", message: "is" }),
    msg({ context: "days old", message: "is not" }),
  ],
  security: [
    msg({ context: "security status", message: "has" }),
    msg({ context: "security status", message: "does not have" }),
  ],
  standing: [
    msg({ context: "standing", message: "has" }),
    msg({ context: "standing", message: "does not have" }),
  ],
  group: [
    msg({ context: "member of a group", message: "is" }),
    msg({ context: "member of a group", message: "is not" }),
  ],
  groups: [
    msg({ context: "member of one of several groups", message: "is" }),
    msg({ context: "member of one of several groups", message: "is not" }),
  ],
  discord: [
    msg({ context: "linked Discord", message: "has" }),
    msg({ context: "linked Discord", message: "has not" }),
  ],
  cleared: [
    msg({ context: "on the watchlist", message: "is not" }),
    msg({ context: "on the watchlist", message: "is" }),
  ],
  server: [
    msg({ context: "on a Discord server", message: "is" }),
    msg({ context: "on a Discord server", message: "is not" }),
  ],
  tookPart: [
    msg({ context: "in operations", message: "took part" }),
    msg({ context: "in operations", message: "did not take part" }),
  ],
  fact: [
    msg({ context: "fact", message: "has" }),
    msg({ context: "fact", message: "does not have" }),
  ],
} satisfies Record<string, [yes: Message, no: Message]>;

/** The sentence of a condition. */
export function phraseOf(condition: Condition, names: RuleNames): Phrase {
  switch (condition.type) {
    case "corporation": {
      const known = condition.corporationIds.map((id) => eveName(names, id));
      const corporations = values(known, t`choose a corporation`);
      return phrase(
        known.length > 1 ? VERBS.corporations : VERBS.corporation,
        known.length > 1
          ? msg`${WHO} ${VERB} in one of the corporations ${corporations}`
          : msg`${WHO} ${VERB} in the corporation ${ph({ corporation: corporations })}`,
      );
    }
    case "alliance": {
      const known = condition.allianceIds.map((id) => eveName(names, id));
      const alliances = values(known, t`choose an alliance`);
      return phrase(
        known.length > 1 ? VERBS.alliances : VERBS.alliance,
        known.length > 1
          ? msg`${WHO} ${VERB} in one of the alliances ${alliances}`
          : msg`${WHO} ${VERB} in the alliance ${ph({ alliance: alliances })}`,
      );
    }
    case "time_in_corporation":
      return phrase(
        [msg`has been`, msg`has not been`],
        msg`${WHO} ${VERB} in its corporation for at least ${ph({ days: days(condition.days) })}`,
      );
    case "roles": {
      const known = condition.roles.map(roleName);
      const roles = values(known, t`choose a role`);
      return phrase(
        known.length > 1 ? VERBS.roles : VERBS.role,
        known.length > 1
          ? msg`${WHO} ${VERB} one of the in-game roles ${roles}`
          : msg`${WHO} ${VERB} the in-game role ${ph({ role: roles })}`,
      );
    }
    case "titles": {
      const { corporationId, titleIds } = condition;
      const known = titleIds.map((id) => titleName(names, corporationId, id));
      const titles = values(known, t`choose a title`);
      const verbs = known.length > 1 ? VERBS.titles : VERBS.title;
      if (corporationId <= 0) {
        return phrase(
          verbs,
          known.length > 1
            ? msg`${WHO} ${VERB} one of the in-game titles ${titles}`
            : msg`${WHO} ${VERB} the in-game title ${ph({ title: titles })}`,
        );
      }
      const corporation = value(eveName(names, corporationId));
      return phrase(
        verbs,
        known.length > 1
          ? msg`${WHO} ${VERB} one of the in-game titles ${titles} of ${corporation}`
          : msg`${WHO} ${VERB} the in-game title ${ph({ title: titles })} of ${corporation}`,
      );
    }
    case "authorization": {
      const { scopes } = condition;
      const authorization = value(t`authorization`);
      return phrase(
        VERBS.authorization,
        scopes.length > 0
          ? msg`${WHO} ${VERB} a valid ${authorization} for ${ph({ purpose: value(describeScopes(scopes)) })}`
          : msg`${WHO} ${VERB} a valid ${authorization}`,
      );
    }
    case "skills": {
      const { name, skills } = condition;
      const list =
        skills.length === 1
          ? name
          : t`${name} · ${plural({ count: skills.length }, { one: "# skill", other: "# skills" })}`;
      const isUnfinished = name === "" || skills.length === 0;
      const trained = isUnfinished ? missing(t`choose skills`) : value(list);
      return phrase(VERBS.skills, msg`${WHO} ${VERB} trained ${ph({ skills: trained })}`);
    }
    case "total_sp": {
      const { minimum } = condition;
      const points =
        minimum > 0
          ? value(t`${ph({ skillPoints: formatSp(minimum) })} SP`)
          : missing(t`how many skill points`);
      return phrase(VERBS.skillPoints, msg`${WHO} ${VERB} at least ${ph({ skillPoints: points })}`);
    }
    case "character_age":
    case "account_age":
      return phrase(
        VERBS.age,
        msg`${WHO} ${VERB} at least ${ph({ days: days(condition.days) })} old`,
      );
    case "security_status": {
      const minimum = number(condition.minimum, formatSecurity, t`choose a status`);
      return phrase(VERBS.security, msg`${WHO} ${VERB} a security status of at least ${minimum}`);
    }
    case "standing": {
      const { ownerId } = condition;
      const minimum = number(condition.minimum, formatStanding, t`choose a standing`);
      const owner =
        ownerId > 0 ? value(eveName(names, ownerId)) : missing(t`choose whose contacts`);
      return phrase(
        VERBS.standing,
        msg`${WHO} ${VERB} a standing of at least ${minimum} with ${owner}`,
      );
    }
    case "member_of": {
      const known = condition.groupIds.map((id) => groupName(names, id));
      const groups = values(known, t`choose a group`);
      return phrase(
        known.length > 1 ? VERBS.groups : VERBS.group,
        known.length > 1
          ? msg`${WHO} ${VERB} a member of one of ${groups}`
          : msg`${WHO} ${VERB} a member of ${ph({ group: groups })}`,
      );
    }
    case "took_part": {
      const known = condition.groupIds.map((id) => groupName(names, id));
      const groups = values(known, t`choose a group`);
      const { count } = condition;
      const kinds = condition.kinds.map((kind) => say(OPERATION_KIND_LABELS[kind]));
      const what = plural({ count }, { one: "# operation", other: "# operations" });
      const operations = value(kinds.length === 0 ? what : `${what} (${enumerated(kinds)})`);
      return phrase(
        VERBS.tookPart,
        msg`${WHO} ${VERB} in at least ${ph({ operations })} of ${ph({ groups })} in the last ${ph({ days: days(condition.days) })}`,
      );
    }
    case "discord_linked":
      return phrase(VERBS.discord, msg`${WHO} ${VERB} linked Discord`);
    case "cleared":
      return phrase(VERBS.cleared, msg`${WHO} ${VERB} on the watchlist`);
    case "on_discord_server": {
      const { serverId } = condition;
      const server =
        serverId === "" ? missing(t`choose a server`) : value(serverName(names, serverId));
      return phrase(VERBS.server, msg`${WHO} ${VERB} on the Discord server ${server}`);
    }
    case "fact": {
      const { factId, test } = condition;
      if (factId === "") {
        return phrase(VERBS.fact, msg`${WHO} ${VERB} ${ph({ fact: missing(t`choose a fact`) })}`);
      }
      const fact = value(
        names.facts[factId]?.title ?? t({ context: "instead of its name", message: "a fact" }),
      );
      const wanted = value(testText(test));
      return phrase(VERBS.fact, msg`${WHO} ${VERB} ${fact} ${wanted}`);
    }
  }
}

function phrase([yes, no]: [yes: Message, no: Message], message: Message): Phrase {
  return { verbs: [say(yes), say(no)], pieces: sentence(message) };
}

/** The first two names; the others are counted. */
const MOST_NAMES = 2;

function values(known: readonly string[], toChoose: string): Piece[] {
  if (known.length === 0) return [missing(toChoose)];
  const shown = known.slice(0, known.length === MOST_NAMES + 1 ? known.length : MOST_NAMES);
  const rest = known.length - shown.length;
  const texts = [...shown, ...(rest > 0 ? [t`and ${rest} more`] : [])];
  return texts.flatMap((text, index) => (index === 0 ? [value(text)] : [" ", value(text)]));
}

function value(text: string): Value {
  return { name: text, isMissing: false };
}

function missing(text: string): Value {
  return { name: text, isMissing: true };
}

function days(count: number): Value {
  return count > 0
    ? value(
        t({ context: "at least", message: plural({ count }, { one: "# day", other: "# days" }) }),
      )
    : missing(t`how many days`);
}

function number(minimum: number, format: (minimum: number) => string, toChoose: string): Value {
  return Number.isFinite(minimum) ? value(format(minimum)) : missing(toChoose);
}

const OF_THESE: Record<BracketKind, Message> = {
  all: msg`all of these`,
  any: msg`any of these`,
  none: msg`none of these`,
};

export const ofTheseText = (kind: BracketKind): string => say(OF_THESE[kind]);

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
  const count = presentRows(row).length;
  if (row.kind === "all") return t`all of ${count}`;
  return row.kind === "any" ? t`any of ${count}` : t`none of ${count}`;
}

/** A bracket in words. */
export function bracketText(row: Row, isOnOneCharacter: boolean, names: RuleNames): string {
  return textOf(
    isOnOneCharacter
      ? predicateText(meetOf(row), names)
      : requirementText(requirementOf(row), names, "other"),
  );
}
