import type { RuleNames } from "#shared/requirements/cause.ts";
import { createContext, use, useEffect } from "react";
import type { MemberCount } from "#shared/requirements/rule.ts";
import type { Change, Draft } from "#web/requirements/rule/draft.ts";
import type { RowProblems } from "#web/requirements/rule/problems.ts";

/** What the rows of the editor share. */
export type Editor = {
  draft: Draft;
  act: (change: Change) => void;
  names: RuleNames;
  /** Names that a search has found. */
  learn: (names: Partial<RuleNames>) => void;
  canUseAll: boolean;
  /** How many members meet a condition or a bracket by itself, by its `sameKey` or `bracketKey`. */
  counts: ReadonlyMap<string, MemberCount>;
  /** What is missing in each row. Shown after Done or Save was tried. */
  problems: ReadonlyMap<number, RowProblems>;
  isTried: boolean;
  /** Shows what is missing. */
  onTry: () => void;
  /** Brackets of a long rule fold to one line. */
  canFold: boolean;
  isFolded: (bracketId: number) => boolean;
  onFold: (bracketId: number, isFolded: boolean) => void;
  /** A pointer is down on the grip of a row, at this height of the window. */
  onDrag: (id: number, y: number) => void;
  /** Opens the picker of conditions for a bracket. */
  onPick: (bracketId: number) => void;
};

const EditorContext = createContext<Editor | null>(null);

export const EditorProvider = EditorContext;

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error("Rows are rendered inside the editor.");
  return editor;
}

const FOCUSABLE = "input, select, textarea, button";

/** Focuses the part of a row that a change asks for: a row that is moved is another element afterwards. */
export function useRowFocus({ focus }: Draft) {
  useEffect(() => {
    if (!focus) return undefined;
    const key = `[data-focus="${focus.part}-${focus.id}"]`;
    if (focusIn(key)) return undefined;
    // The code of its form is still loading.
    const observer = new MutationObserver(() => focusIn(key) && observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [focus]);
}

function focusIn(key: string): boolean {
  const places = [...document.querySelectorAll<HTMLElement>(key)];
  // The grip of a row is hidden on a phone; its menu is not.
  const place = places.find((element) => element.checkVisibility());
  const target = place?.matches(FOCUSABLE) ? place : place?.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
  return target !== undefined && target !== null;
}
