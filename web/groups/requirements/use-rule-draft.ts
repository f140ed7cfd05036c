import { useEffect, useMemo, useReducer, useState } from "react";
import type { EditableRule, Enrolment } from "#shared/requirements/rule.ts";
import { draftOf, edit, ruleOf } from "#web/groups/requirements/rule/draft.ts";
import { problemsOf, ruleProblems } from "#web/groups/requirements/rule/problems.ts";
import { keepDraft, readDraft } from "./kept-drafts.ts";

/** The rule being edited, and the saved one that it began with. */
export function useRuleDraft(
  userId: string,
  groupId: string,
  saved: EditableRule | null,
  /** How a group without a rule would enrol. */
  enrolment: Enrolment,
) {
  const [kept] = useState(() => readDraft(userId, groupId));
  const [base, setBase] = useState(kept ? kept.base : saved);
  const [draft, act] = useReducer(edit, kept?.draft ?? draftOf(base, enrolment));
  const { root, listing, graceDays } = draft;
  const rule = useMemo(
    () => ruleOf({ root, enrolment: draft.enrolment, listing, graceDays }),
    [root, draft.enrolment, listing, graceDays],
  );
  const problems = problemsOf(root);
  const isDirty = JSON.stringify(rule) !== JSON.stringify(base && ruleOf(draftOf(base)));
  const isEdited = isDirty || draft.edited !== null;

  useEffect(() => {
    const isKept = keepDraft(userId, groupId, isDirty ? { draft, base } : undefined);
    if (!isDirty || isKept) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", onUnload);
    return () => removeEventListener("beforeunload", onUnload);
  }, [userId, groupId, isDirty, draft, base]);

  function load(next: EditableRule | null) {
    setBase(next);
    act({ type: "load", rule: next });
  }
  // Nothing is lost by showing the newer version.
  if (!isEdited && base?.version !== saved?.version) load(saved);

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
