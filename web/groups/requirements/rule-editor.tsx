import type { RuleNames } from "#shared/requirements/cause.ts";
import { lazy, Suspense, useId, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import type { MemberCount, GroupRequirements } from "#shared/requirements/rule.ts";
import { bracketsOf } from "#shared/requirements/conditions.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import { PreviewCard } from "#web/groups/requirements/preview/preview-card.tsx";
import { savedText } from "#web/groups/requirements/preview/sum.ts";
import { usePreview } from "#web/groups/requirements/preview/use-preview.ts";
import type { PreviewState } from "#web/groups/requirements/preview/use-preview.ts";
import { EditorProvider } from "#web/groups/requirements/rows/editor.ts";
import type { Editor } from "#web/groups/requirements/rows/editor.ts";
import { useDrag } from "#web/groups/requirements/rows/use-drag.ts";
import { useRowFocus } from "#web/groups/requirements/rows/use-row-focus.ts";
import { draftOf } from "#web/groups/requirements/rule/draft.ts";
import { boundTo } from "#web/groups/requirements/rule/edit-rows.ts";
import { defaultWhich } from "#web/groups/requirements/rule/kinds.ts";
import { conditionRowsOf, sameKeysOf } from "#web/groups/requirements/rule/rows.ts";
import { ConflictNote } from "./conflict-note.tsx";
import { JoiningAndLeaving } from "./joining-and-leaving.tsx";
import { NoRequirements } from "./no-requirements.tsx";
import { changesBetween } from "./rule-changes.ts";
import { RuleCard } from "./rule-card.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useFolding } from "./use-folding.ts";
import { useRuleDraft } from "./use-rule-draft.ts";
import { useSave } from "./use-save.ts";

const ConditionPicker = lazy(() => import("./condition-picker.tsx"));

type RuleEditorProps = { group: Group; userId: string; requirements: GroupRequirements };

/** The rule, what it does to those who join and leave, and what saving it would change. */
export function RuleEditor({ group, userId, requirements }: RuleEditorProps) {
  const { canUseAll, editable } = requirements;
  const [params] = useSearchParams();
  // A group that was created as an automatic one.
  const enrolment = canUseAll && params.get("enrolment") === "automatic" ? "automatic" : "manual";
  const edited = useRuleDraft(userId, group.id, editable, enrolment);
  const { draft, act, base, rule, problems, wholeProblems, isDirty, isComplete } = edited;
  const [isTried, setIsTried] = useState(false);
  const [learned, setLearned] = useState(requirements.names);
  const names = mergeNames(learned, requirements.names);
  const [pickedFor, setPickedFor] = useState<number>();
  const folding = useFolding(draft);
  const onDrag = useDrag(draft, act);
  useRowFocus(draft);
  const previewId = useId();
  const isEmpty = draft.root.rows.length === 0;
  // Without a rule, saved or drafted, there is nothing to save.
  const isShown = !isEmpty || isDirty;
  const preview = usePreview(group.id, isShown && isComplete ? rule : undefined);
  const counts = useMemo(() => countsOf(preview.last), [preview.last]);
  const save = useSave(group.id, edited, editable?.version ?? null);

  const add = (condition: Condition, parentId: number) => {
    const isBound = boundTo(draft.root, parentId) !== null;
    const which = isBound ? null : defaultWhich(condition, canUseAll);
    act({ type: "add", condition, which, parentId });
  };
  const editor: Editor = {
    draft,
    act,
    names,
    learn: (found) => setLearned((before) => mergeNames(before, found)),
    canUseAll,
    counts,
    problems,
    isTried,
    onTry: () => setIsTried(true),
    canFold: folding.foldAll !== undefined,
    isFolded: folding.isFolded,
    onFold: folding.fold,
    onDrag,
    onPick: setPickedFor,
  };
  function onSave() {
    setIsTried(true);
    const [first] = problems.keys();
    if (first !== undefined) act({ type: "edit", id: first });
    else if (isComplete) save.start(savedText(preview.isOld ? undefined : preview.last?.sum));
  }
  const hasConflict = isDirty && base?.version !== editable?.version;
  const isAutomatic = draft.enrolment === "automatic";
  return (
    <EditorProvider value={editor}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
        <div className={isEmpty ? "lg:col-span-2" : "grid min-w-0 gap-4"}>
          {hasConflict && (
            <ConflictNote
              changes={changesBetween(base, editable, names)}
              onLoad={() => edited.load(editable)}
            />
          )}
          {isEmpty ? (
            <NoRequirements
              canUseAll={canUseAll}
              onPreset={({ tree, names: named }) => {
                const { enrolment: how, listing, graceDays } = draft;
                editor.learn(named);
                act({ type: "load", rule: { tree, enrolment: how, listing, graceDays } });
              }}
              onAdd={(condition) => add(condition, draft.root.id)}
              onPick={() => setPickedFor(draft.root.id)}
            />
          ) : (
            <>
              <RuleCard
                problem={wholeProblems.tree}
                onFoldAll={folding.foldAll}
                isAllFolded={folding.isAllFolded}
              />
              <JoiningAndLeaving
                joinMode={group.joinMode}
                visibility={group.effectiveVisibility}
                graceError={wholeProblems.graceDays}
              />
            </>
          )}
        </div>
        {!isEmpty && (
          <PreviewCard
            id={previewId}
            group={group}
            state={preview}
            isAutomatic={isAutomatic}
            graceDays={draft.graceDays}
            canUseAll={canUseAll}
            names={names}
          />
        )}
        {(isDirty || save.failure) && (
          <SaveBar
            previewId={previewId}
            preview={preview}
            isAutomatic={isAutomatic}
            isRemoval={rule === null}
            isSaving={save.isPending}
            failure={save.failure}
            onSave={onSave}
            onDiscard={() => {
              setIsTried(false);
              edited.load(editable);
            }}
          />
        )}
      </div>
      <Suspense>
        {pickedFor !== undefined && (
          <ConditionPicker
            canUseAll={canUseAll}
            used={new Set(conditionRowsOf(draft.root).map(({ condition }) => condition.type))}
            isForCharacter={boundTo(draft.root, pickedFor) !== null}
            onChoose={(condition) => {
              setPickedFor(undefined);
              add(condition, pickedFor);
            }}
            onClose={() => setPickedFor(undefined)}
          />
        )}
      </Suspense>
    </EditorProvider>
  );
}

function countsOf(last: PreviewState["last"]): ReadonlyMap<string, MemberCount> {
  if (!last?.rule) return new Map();
  const { conditions, brackets } = last.sum;
  const keys = [
    ...sameKeysOf(draftOf(last.rule).root),
    ...bracketsOf(last.rule.tree).map((bracket) => JSON.stringify(bracket)),
  ];
  return new Map(
    [...conditions, ...brackets].flatMap((count, index): [string, MemberCount][] => {
      const key = keys[index];
      return key === undefined ? [] : [[key, count]];
    }),
  );
}

function mergeNames(a: RuleNames, b: Partial<RuleNames>): RuleNames {
  return {
    eve: { ...a.eve, ...b.eve },
    groups: { ...a.groups, ...b.groups },
    titles: { ...a.titles, ...b.titles },
    servers: { ...a.servers, ...b.servers },
    facts: { ...a.facts, ...b.facts },
    skills: { ...a.skills, ...b.skills },
  };
}
