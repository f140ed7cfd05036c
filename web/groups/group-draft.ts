import type { GroupInput } from "#web/groups/group/group-fields.tsx";

const KEY = "muster.groupDraft";

/** A group half written survives a reload and a detour. It is kept for whoever wrote it, in this tab. */
export function readDraft(userId: string): Partial<GroupInput> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    const draft = stored as { userId: string; input: Partial<GroupInput> } | null;
    return draft?.userId === userId ? draft.input : {};
  } catch {
    return {};
  }
}

export function keepDraft(userId: string, input: GroupInput): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, input }));
  } catch {
    // Storage is forbidden or full: the form works without.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
