import type { EditableRule } from "#shared/requirements/rule.ts";
import type { Draft } from "#web/groups/requirements/rule/draft.ts";

/** `base`: the saved rule that the draft began with; null if there was none. */
export type KeptDraft = { draft: Draft; base: EditableRule | null };

/** Unsaved requirements, until the page is reloaded: looking at another tab loses nothing. By user and group. */
const kept = new Map<string, KeptDraft>();

const keyOf = (userId: string, groupId: string) => `${userId} ${groupId}`;

export function readDraft(userId: string, groupId: string): KeptDraft | undefined {
  return kept.get(keyOf(userId, groupId));
}

/** Without a draft, nothing is kept any more. */
export function keepDraft(userId: string, groupId: string, draft: KeptDraft | undefined): void {
  if (draft) kept.set(keyOf(userId, groupId), draft);
  else kept.delete(keyOf(userId, groupId));
}
