import type { RuleNames } from "#shared/requirements/cause.ts";

const NO_NAME = "(name not available)";

export function eveName(names: RuleNames, id: number): string {
  return names.eve[id] ?? NO_NAME;
}

export function groupName(names: RuleNames, id: string): string {
  return names.groups[id] ?? NO_NAME;
}

export function titleName(names: RuleNames, corporationId: number, titleId: number): string {
  return names.titles[`${corporationId}:${titleId}`] ?? NO_NAME;
}

export function serverName(names: RuleNames, id: string): string {
  return names.servers[id] ?? NO_NAME;
}

const ROMAN = ["untrained", "I", "II", "III", "IV", "V"];

/** "Jump Drive Calibration V" */
export function skillName(names: RuleNames, skillId: number, level: number): string {
  return `${names.skills[skillId] ?? NO_NAME} ${ROMAN[level] ?? level}`;
}

/** "Station Manager", of ESI's "Station_Manager". */
export function roleName(role: string): string {
  return role.replaceAll("_", " ");
}

const standing = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 2,
  signDisplay: "exceptZero",
});
const security = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 2,
});

/** "+5.0" */
export function formatStanding(value: number): string {
  return standing.format(value);
}

export function formatSecurity(value: number): string {
  return security.format(value);
}
