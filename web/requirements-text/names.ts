import { t } from "#web/language/macros.ts";
import { typeName } from "#web/language/eve-names.ts";
import { romanLevel } from "#web/lib/format.ts";
import { perLanguage } from "#web/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";

const noName = () => t`(name not available)`;

export function eveName(names: RuleNames, id: number): string {
  return names.eve[id] ?? noName();
}

export function groupName(names: RuleNames, id: string): string {
  return names.groups[id] ?? noName();
}

export function titleName(names: RuleNames, corporationId: number, titleId: number): string {
  return names.titles[`${corporationId}:${titleId}`] ?? noName();
}

export function serverName(names: RuleNames, id: string): string {
  return names.servers[id] ?? noName();
}

/** "Jump Drive Calibration V" */
export function skillName(names: RuleNames, skillId: number, level: number): string {
  const english = names.skills[skillId];
  const skill = english === undefined ? noName() : typeName(skillId, english);
  return level === 0 ? t`${skill} untrained` : `${skill} ${romanLevel(level)}`;
}

const DIGITS = { minimumFractionDigits: 1, maximumFractionDigits: 2 };
const standing = perLanguage(
  (tag) => new Intl.NumberFormat(tag, { ...DIGITS, signDisplay: "exceptZero" }),
);
const security = perLanguage((tag) => new Intl.NumberFormat(tag, DIGITS));

/** "+5.0" */
export function formatStanding(value: number): string {
  return standing().format(value);
}

export function formatSecurity(value: number): string {
  return security().format(value);
}
