import type { DriftRule } from "#shared/discord/servers.ts";

/** What Muster is about to do to a member, saved before Discord is asked: after a crash, it is known whose work was half done. */
export type Attempt = { eventId: string; add: string[]; remove: string[] };

/** What Muster remembers of a member. */
type Remembered = {
  /** Mapped roles that the member has, or had, because of a group. */
  given: readonly string[];
  attempt: Attempt | null;
  /** Mapped roles whose drift a person has accepted. */
  accepted: readonly string[];
};

export type Member = Remembered & {
  /** Mapped roles that the groups of the user give. */
  wanted: readonly string[];
  /** Roles that the member has at Discord, those that are not mapped included. */
  roles: readonly string[];
};

export type Mapping = {
  mapped: ReadonlySet<string>;
  /** Mapped roles that the bot can give and take. */
  assignable: ReadonlySet<string>;
  drift: DriftRule;
};

export type RolePlan = {
  add: string[];
  remove: string[];
  /** Given by hand: the member has it, no group gives it, and Muster did not. */
  extra: string[];
  /** Taken away by hand: a group gives it, and the member had it. */
  missing: string[];
};

/**
 * Desired minus actual. Pure. Only mapped roles appear in it. A mapped role that was given by hand is removed only if the
 * server's setting says so; one that was taken away by hand is not given again.
 */
export function planMember(member: Member, { assignable, drift }: Mapping): RolePlan {
  const plan: RolePlan = { add: [], remove: [], extra: [], missing: [] };
  const has = new Set(member.roles);
  const wants = new Set(member.wanted);
  for (const role of assignable) {
    const isAccepted = member.accepted.includes(role);
    if (wants.has(role) && !has.has(role)) {
      if (!wasConfirmed(member, role)) plan.add.push(role);
      else if (!isAccepted) plan.missing.push(role);
    }
    if (!wants.has(role) && has.has(role)) {
      if (isOurs(member, role) || (drift === "remove" && !isAccepted)) plan.remove.push(role);
      else if (drift === "list" && !isAccepted) plan.extra.push(role);
    }
  }
  return plan;
}

function wasConfirmed({ given, attempt }: Remembered, role: string): boolean {
  return given.includes(role) && !attempt?.add.includes(role);
}

function isOurs({ given, attempt }: Remembered, role: string): boolean {
  return (
    given.includes(role) ||
    attempt?.add.includes(role) === true ||
    attempt?.remove.includes(role) === true
  );
}

/** What to remember when the member has these roles. A role whose removal is held stays Muster's. */
export function rememberAfter(member: Member, { mapped }: Mapping): Remembered {
  const has = new Set(member.roles);
  const wants = new Set(member.wanted);
  const known = new Set([...member.given, ...member.wanted, ...(member.attempt?.add ?? [])]);
  const stays = (role: string) => {
    if (!mapped.has(role)) return false;
    if (wants.has(role)) return has.has(role) || wasConfirmed(member, role);
    return has.has(role) && isOurs(member, role);
  };
  const isDrift = (role: string) => mapped.has(role) && wants.has(role) !== has.has(role);
  return {
    given: [...known].filter(stays).toSorted(),
    attempt: null,
    accepted: member.accepted.filter(isDrift),
  };
}

export type RoleOperation =
  | { kind: "add" | "remove"; role: string }
  /** The whole list at once: also the roles that Muster must not touch. */
  | { kind: "replace"; add: string[]; remove: string[] };

/** More changes than this are one request, after a fresh reading of the member. */
const MAX_SINGLE_CHANGES = 3;

type Changes = Pick<RolePlan, "add" | "remove">;

/** Whether so many changes are made by replacing the list of all roles. */
export function isReplacement({ add, remove }: Changes): boolean {
  return add.length + remove.length > MAX_SINGLE_CHANGES;
}

/**
 * The requests that a plan takes. Atomic ones for a few roles: they cannot overwrite what a person changes in the
 * meantime. Without `canReplace`, all are.
 */
export function operationsOf({ add, remove }: Changes, canReplace: boolean): RoleOperation[] {
  if (canReplace && isReplacement({ add, remove })) return [{ kind: "replace", add, remove }];
  // Removals first: they end access that nobody should have.
  return [
    ...remove.map((role) => ({ kind: "remove" as const, role })),
    ...add.map((role) => ({ kind: "add" as const, role })),
  ];
}

/** The roles of a member after an operation. */
export function applyTo(roles: readonly string[], operation: RoleOperation): string[] {
  const add = operation.kind === "replace" ? operation.add : [operation.role];
  const remove = operation.kind === "replace" ? operation.remove : [operation.role];
  switch (operation.kind) {
    case "add":
      return [...new Set([...roles, ...add])];
    case "remove":
      return roles.filter((role) => !remove.includes(role));
    case "replace":
      return [...new Set([...roles, ...add])].filter((role) => !remove.includes(role));
  }
}

/** A change of a member's roles, as Discord's audit log has it. */
export type LoggedChange = {
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
export function overwrittenBy(attempt: Attempt, changes: readonly LoggedChange[]): Overwritten {
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
