import type { EditableRule } from "#shared/requirements/rule.ts";
import type { Draft } from "#web/groups/requirements/rule/draft.ts";

/** `base`: the saved rule that the draft began with; null if there was none. */
export type KeptDraft = { draft: Draft; base: EditableRule | null };

const PREFIX = "muster.rule-draft.";
/** Changes with the shape of drafts: one that an earlier version has kept is forgotten. */
const VERSION = 1;

/**
 * Unsaved requirements, by user and group: looking at another tab or reloading the page loses nothing. They end with the
 * browser's tab.
 */
const keyOf = (userId: string, groupId: string) => `${PREFIX}${userId}.${groupId}`;

export function readDraft(userId: string, groupId: string): KeptDraft | undefined {
  try {
    const kept: (KeptDraft & { version: number }) | null = JSON.parse(
      sessionStorage.getItem(keyOf(userId, groupId)) ?? "null",
    );
    if (kept?.version !== VERSION) return undefined;
    const { draft, base } = kept;
    // JSON has no NaN.
    return { base, draft: { ...draft, graceDays: draft.graceDays ?? Number.NaN } };
  } catch {
    return undefined;
  }
}

/** Without a draft, nothing is kept any more. False if the browser keeps nothing. */
export function keepDraft(userId: string, groupId: string, draft: KeptDraft | undefined): boolean {
  try {
    if (draft) {
      const kept = { version: VERSION, ...draft };
      sessionStorage.setItem(keyOf(userId, groupId), JSON.stringify(kept));
    } else sessionStorage.removeItem(keyOf(userId, groupId));
    return true;
  } catch {
    return false;
  }
}
