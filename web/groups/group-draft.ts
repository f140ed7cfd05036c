import type { GroupInput } from "#web/groups/group/group-fields.tsx";

const KEY = "muster.groupDraft";

/** Keeps a half-written group across reloads and navigation: in this tab, for the user who wrote it. */
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
    // Storage is blocked or full; the form works without a draft.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so there is no draft to remove.
  }
}
