import { useEffect, useMemo, useReducer, useState } from "react";
import type { EditableRule, Enrolment } from "#shared/requirements/rule.ts";
import { readStoredJson, writeStored } from "#web/lib/storage.ts";
import { draftOf, edit, ruleOf } from "#web/requirements/rule/draft.ts";
import type { Draft } from "#web/requirements/rule/draft.ts";
import { problemsOf, ruleProblems } from "#web/requirements/rule/problems.ts";
import { ancestorsOf } from "#web/requirements/rule/edit-rows.ts";
import { conditionRowsOf } from "#web/requirements/rule/rows.ts";
import type { Row } from "#web/requirements/rule/rows.ts";

/** The rule being edited, and the saved one that it began with. */
export function useRuleDraft(
  userId: string,
  groupId: string,
  saved: EditableRule | null,
  asked: Enrolment | undefined,
) {
  const [kept] = useState(() => readDraft(userId, groupId));
  const [base, setBase] = useState(kept ? kept.base : saved);
  const [draft, act] = useReducer(edit, kept?.draft ?? draftOf(base, asked));
  const { root, listing, graceDays } = draft;
  const rule = useMemo(
    () => ruleOf({ root, enrolment: draft.enrolment, listing, graceDays }),
    [root, draft.enrolment, listing, graceDays],
  );
  const problems = problemsOf(root);
  const isRuleOf = (other: EditableRule | null) =>
    JSON.stringify(rule) === JSON.stringify(other && ruleOf(draftOf(other)));
  const isDirty = !isRuleOf(base);
  const isEdited = isDirty || draft.edited !== null;

  useEffect(() => {
    const unsaved: KeptDraft = { version: VERSION, draft, base };
    const text = isDirty ? JSON.stringify(unsaved) : null;
    const isKept = writeStored("session", keyOf(userId, groupId), text);
    if (!isDirty || isKept) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onUnload);
    return () => removeEventListener("beforeunload", onUnload);
  }, [userId, groupId, isDirty, draft, base]);

  function load(next: EditableRule | null) {
    setBase(next);
    act({ type: "load", rule: next });
  }
  // Nothing is lost by showing the newer version. It may be the draft itself, which was saved after a proof at EVE.
  if (base?.version !== saved?.version && (!isEdited || isRuleOf(saved))) load(saved);

  const wholeProblems = rule && problems.size === 0 ? ruleProblems(rule) : {};
  const isComplete = problems.size === 0 && Object.keys(wholeProblems).length === 0;
  return {
    draft,
    act,
    base,
    load,
    rule,
    isDirty,
    /** What is missing in the rows, by their ids. */
    problems,
    /** What is wrong with the rule as a whole. */
    wholeProblems,
    isComplete,
  };
}

export type RuleDraft = ReturnType<typeof useRuleDraft>;

/** `base`: the saved rule that the draft began with; null if there was none. */
type KeptDraft = { version: number; draft: Draft; base: EditableRule | null };

/** Changes with the shape of drafts: a draft that an earlier version has stored is dropped. */
const VERSION = 1;

/**
 * Unsaved requirements, by user and group: looking at another tab or reloading the page loses nothing. They end with the
 * browser's tab.
 */
const keyOf = (userId: string, groupId: string) => `muster.rule-draft.${userId}.${groupId}`;

function readDraft(userId: string, groupId: string): KeptDraft | undefined {
  const kept = readStoredJson<KeptDraft | null>("session", keyOf(userId, groupId), null);
  if (kept?.version !== VERSION) return undefined;
  const { draft } = kept;
  // JSON has no NaN.
  return { ...kept, draft: { ...draft, graceDays: draft.graceDays ?? Number.NaN } };
}

/** Longer rules fold their brackets. */
const FOLDED_ABOVE = 8;

/** Which brackets show one line only. The bracket of a row that is edited, moved or has just changed is open. */
export function useFolding({ root, edited, lifted, focus }: Draft) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [isAllFolded, setAllFolded] = useState<boolean>();
  const brackets = bracketIds(root);
  const isLong = conditionRowsOf(root).length > FOLDED_ABOVE;
  const inUse = new Set(
    [edited, lifted, focus].flatMap((row) =>
      row ? [row.id, ...ancestorsOf(root, row.id).map(({ id }) => id)] : [],
    ),
  );
  const isFolded = (id: number) => !inUse.has(id) && (chosen.get(id) ?? isAllFolded ?? isLong);
  return {
    isFolded,
    isAllFolded: brackets.some(isFolded),
    fold: (id: number, isFolded: boolean) => setChosen(new Map([...chosen, [id, isFolded]])),
    foldAll:
      isLong && brackets.length > 0
        ? (isFolded: boolean) => {
            setAllFolded(isFolded);
            setChosen(new Map());
          }
        : undefined,
  };
}

function bracketIds(row: Row): number[] {
  if (row.type === "condition") return [];
  return row.rows.flatMap((inner) =>
    inner.type === "bracket" ? [inner.id, ...bracketIds(inner)] : [],
  );
}
