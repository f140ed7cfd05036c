import type { Attempt } from "./plan-member.ts";

/** A change of a member's roles, as Discord's audit log has it. */
export type RoleChange = {
  reason?: string | undefined;
  added: readonly string[];
  removed: readonly string[];
};

/** Roles that a replacement took although it was not meant to, and such that it gave. */
export type Overwritten = { lost: string[]; gained: string[] };

export function reasonOf({ eventId }: Attempt): string {
  return `Muster ${eventId}`;
}

/**
 * What the replacements of an attempt have changed at a member besides what they were meant to: `changes` are those of the
 * member, the newest first. Pure. A role that was changed
 * again since, by hand or by Muster, is left as it is.
 */
export function overwrittenBy(attempt: Attempt, changes: readonly RoleChange[]): Overwritten {
  const found = new Map<string, keyof Overwritten>();
  const note = (role: string, kind: keyof Overwritten, isOverwritten: boolean) => {
    const isUndone = found.has(role) && found.get(role) !== kind;
    if (isOverwritten && !isUndone) found.set(role, kind);
    else found.delete(role);
  };
  for (const { reason, added, removed } of changes.toReversed()) {
    const isOurs = reason === reasonOf(attempt);
    for (const role of removed) note(role, "lost", isOurs && !attempt.remove.includes(role));
    for (const role of added) note(role, "gained", isOurs && !attempt.add.includes(role));
  }
  const rolesOf = (kind: keyof Overwritten) =>
    [...found].flatMap(([role, one]) => (one === kind ? [role] : []));
  return { lost: rolesOf("lost"), gained: rolesOf("gained") };
}
