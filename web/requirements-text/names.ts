import { msg, t } from "#web/language/macros.ts";
import { perLanguage, say } from "#web/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";

const NO_NAME = msg`(name not available)`;

export function eveName(names: RuleNames, id: number): string {
  return names.eve[id] ?? say(NO_NAME);
}

export function groupName(names: RuleNames, id: string): string {
  return names.groups[id] ?? say(NO_NAME);
}

export function titleName(names: RuleNames, corporationId: number, titleId: number): string {
  return names.titles[`${corporationId}:${titleId}`] ?? say(NO_NAME);
}

export function serverName(names: RuleNames, id: string): string {
  return names.servers[id] ?? say(NO_NAME);
}

const ROMAN = ["", "I", "II", "III", "IV", "V"];

/** "Jump Drive Calibration V" */
export function skillName(names: RuleNames, skillId: number, level: number): string {
  const name = names.skills[skillId] ?? say(NO_NAME);
  return level === 0 ? t`${name} untrained` : `${name} ${ROMAN[level] ?? level}`;
}

/** "Station Manager", of ESI's "Station_Manager". */
export function roleName(role: string): string {
  return role.replaceAll("_", " ");
}

const standing = perLanguage(
  (tag) =>
    new Intl.NumberFormat(tag, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 2,
      signDisplay: "exceptZero",
    }),
);
const security = perLanguage(
  (tag) =>
    new Intl.NumberFormat(tag, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 2,
    }),
);

/** "+5.0" */
export function formatStanding(value: number): string {
  return standing().format(value);
}

export function formatSecurity(value: number): string {
  return security().format(value);
}
