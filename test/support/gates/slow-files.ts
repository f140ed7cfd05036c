/** The slow test files, longest first. */
export const SLOW = [
  "backup",
  "local-start",
  "move-in-command",
  "kills",
  "access",
  "fault-table",
  "deploy",
  "audit-verify",
  "about-others",
  "evaluation-faults",
  "discord-scale",
  "admin-confirm",
  "rate-limits",
  "corporations-kills",
  "corporations-large",
];

export function isSlow(file: string): boolean {
  return SLOW.some((name) => file.endsWith(`/${name}.test.ts`));
}
