/** The slow test files, longest first. */
export const SLOW = [
  "fault-table",
  "kills",
  "backup",
  "discord-scale",
  "access",
  "local-start",
  "move-in-command",
  "corporations-large",
  "deploy",
  "audit-verify",
  "evaluation-faults",
  "rate-limits",
  "admin-confirm",
  "group-scale",
  "corporations-kills",
];

export function isSlow(file: string): boolean {
  return SLOW.some((name) => file.endsWith(`/${name}.test.ts`));
}
