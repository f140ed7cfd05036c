import { t } from "#web/language/macros.ts";
import {
  isWithinLimits,
  MAX_DAYS,
  MAX_GRACE_DAYS,
  MAX_LISTED,
  MAX_OPERATIONS,
  MAX_STANDING,
  REFUSALS,
} from "#shared/requirements/limits.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import { sayShared } from "#web/language/messages.ts";
import type { Condition, FactTest } from "#shared/requirements/tree.ts";
import { presentRows } from "./rows.ts";
import type { Bracket, Row } from "./rows.ts";

/** Messages by the name of the field. */
export type RowProblems = Partial<Record<string, string>>;

/** What is missing in each row, by the id of the row; `of` of an empty bracket. */
export function problemsOf(root: Bracket): Map<number, RowProblems> {
  const found = new Map<number, RowProblems>();
  const visit = (row: Row) => {
    if (row.type === "condition") {
      const problems = conditionProblems(row.condition);
      if (Object.keys(problems).length > 0) found.set(row.id, problems);
      return;
    }
    const rows = presentRows(row);
    if (rows.length === 0)
      found.set(row.id, { of: t`Add a condition to this bracket, or remove the bracket.` });
    rows.forEach(visit);
  };
  presentRows(root).forEach(visit);
  return found;
}

/** What is wrong with a rule whose rows have no problems. */
export function ruleProblems({ tree, graceDays }: Rule): { tree?: string; graceDays?: string } {
  const isGraceValid = Number.isInteger(graceDays) && graceDays >= 0 && graceDays <= MAX_GRACE_DAYS;
  return {
    ...(!isWithinLimits(tree) && { tree: sayShared(REFUSALS.size) }),
    ...(!isGraceValid && { graceDays: sayShared(REFUSALS.grace) }),
  };
}

/** The same as the schemas of conditions refuse, without zod: that would be a fifth of the page. */
export function conditionProblems(condition: Condition): RowProblems {
  switch (condition.type) {
    case "corporation":
      return field("corporationIds", listProblem(condition.corporationIds, REFUSALS.corporation));
    case "alliance":
      return field("allianceIds", listProblem(condition.allianceIds, REFUSALS.alliance));
    case "roles":
      return field("roles", listProblem(condition.roles, REFUSALS.role));
    case "titles":
      return {
        ...field("corporationId", condition.corporationId > 0 ? undefined : REFUSALS.corporation),
        ...field("titleIds", listProblem(condition.titleIds, REFUSALS.title)),
      };
    case "member_of":
      return field("groupIds", listProblem(condition.groupIds, REFUSALS.group));
    case "took_part":
      return {
        ...field("groupIds", listProblem(condition.groupIds, REFUSALS.group)),
        ...field("count", operationsProblem(condition.count)),
        ...field("days", daysProblem(condition.days)),
      };
    case "skills":
      return {
        // First, since a list of one skill is called like it.
        ...field("skills", listProblem(condition.skills, REFUSALS.skill)),
        ...field("name", condition.name.trim() === "" ? REFUSALS.listName : undefined),
      };
    case "time_in_corporation":
    case "character_age":
    case "account_age":
      return field("days", daysProblem(condition.days));
    case "total_sp":
      return field("minimum", skillPointsProblem(condition.minimum));
    case "security_status":
      return field("minimum", standingProblem(condition.minimum));
    case "standing":
      return {
        ...field("minimum", standingProblem(condition.minimum)),
        ...field("ownerId", condition.ownerId > 0 ? undefined : REFUSALS.corporation),
      };
    case "on_discord_server":
      return field("serverId", condition.serverId === "" ? REFUSALS.server : undefined);
    case "fact":
      return {
        ...field("factId", condition.factId === "" ? REFUSALS.fact : undefined),
        ...field("test", testProblem(condition.test)),
      };
    case "authorization":
    case "discord_linked":
    case "cleared":
      return {};
  }
}

function field(name: string, problem: string | undefined): RowProblems {
  return problem === undefined ? {} : { [name]: sayShared(problem) };
}

function listProblem(list: readonly unknown[], required: string): string | undefined {
  if (list.length === 0) return required;
  return list.length > MAX_LISTED ? REFUSALS.listed : undefined;
}

function operationsProblem(count: number): string | undefined {
  return Number.isInteger(count) && count >= 1 && count <= MAX_OPERATIONS
    ? undefined
    : REFUSALS.operations;
}

function testProblem(test: FactTest): string | undefined {
  if (test.compare === "one_of") return listProblem(test.values, REFUSALS.option);
  if ("days" in test) return daysProblem(test.days);
  return typeof test.value === "boolean" || Number.isFinite(test.value)
    ? undefined
    : REFUSALS.factNumber;
}

function daysProblem(days: number): string | undefined {
  if (!Number.isInteger(days)) return REFUSALS.days.notWhole;
  if (days < 1) return REFUSALS.days.tooFew;
  return days > MAX_DAYS ? REFUSALS.days.tooMany : undefined;
}

function skillPointsProblem(minimum: number): string | undefined {
  if (!Number.isSafeInteger(minimum)) return REFUSALS.skillPoints.notWhole;
  return minimum < 1 ? REFUSALS.skillPoints.tooFew : undefined;
}

function standingProblem(minimum: number): string | undefined {
  return Math.abs(minimum) <= MAX_STANDING ? undefined : REFUSALS.standing;
}
