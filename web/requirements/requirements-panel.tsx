import { t, Trans, ph } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { Group } from "#shared/groups/groups.ts";
import { OWNERS_REFUSALS, refusalForOwners } from "#shared/requirements/owners.ts";
import type { GroupRequirements, MemberCount, Rule } from "#shared/requirements/rule.ts";
import { sayRefusal } from "#web/language/messages.ts";
import { isGone } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { ToldList } from "#web/repairs/leaf-facts.tsx";
import { withStop } from "#web/requirements-text/cause-text.ts";
import { requirementTold } from "#web/requirements-text/tree-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Sentence } from "#web/ui/text.tsx";
import { requirementsQuery } from "#web/repairs/queries.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { lazy, Suspense, useId, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { bracketsOf } from "#shared/requirements/conditions.ts";
import type { Condition } from "#shared/requirements/tree.ts";
import { PreviewCard } from "#web/requirements/preview/preview-card.tsx";
import { savedText } from "#web/requirements/preview/sum.ts";
import { usePreview } from "#web/requirements/preview/use-preview.ts";
import type { PreviewState } from "#web/requirements/preview/use-preview.ts";
import { EditorProvider, useRowFocus } from "./editor.ts";
import type { Editor } from "./editor.ts";
import { useDrag } from "./dragging.tsx";
import { draftOf } from "#web/requirements/rule/draft.ts";
import { boundTo } from "#web/requirements/rule/edit-rows.ts";
import { defaultWhich } from "#web/requirements/rule/kinds.ts";
import { conditionRowsOf, sameKeysOf } from "#web/requirements/rule/rows.ts";
import { JoiningAndLeaving } from "./joining-and-leaving.tsx";
import { NoRequirements } from "./no-requirements.tsx";
import { RuleCard } from "./rule-card.tsx";
import { SaveBar, useSave } from "./save-bar.tsx";
import { useFolding, useRuleDraft } from "./use-rule-draft.ts";
import { Button } from "#web/ui/button.tsx";
import { rowText } from "#web/requirements/rule/phrase.ts";

/** The requirements of a group, for those who may change them. */
export default function RequirementsPanel({ group }: { group: Group }) {
  const { user } = useSession();
  const { data, error, isPending, refetch } = useQuery(requirementsQuery(group.id));
  if (isPending || !user) return <RowsSkeleton label={t`Loading the requirements`} />;
  if (!data || isGone(error)) {
    return <LoadFailed title={t`The requirements could not be loaded`} onRetry={refetch} />;
  }
  const { editable, canUseAll, canEdit } = data;
  const refusal = !canUseAll && editable !== null ? refusalForOwners(editable) : undefined;
  if (!canEdit || refusal !== undefined)
    return (
      <Locked
        requirements={data}
        reason={refusal && (sayRefusal(refusal, {}) ?? OWNERS_REFUSALS[refusal])}
      />
    );
  return <RuleEditor key={group.id} group={group} userId={user.id} requirements={data} />;
}

type LockedProps = { requirements: GroupRequirements; reason: string | undefined };

function Locked({ requirements: { editable, names }, reason }: LockedProps) {
  const told = editable && requirementTold(editable.tree, names, "other");
  return (
    <div className="grid gap-4">
      <Alert title={t`Only a system administrator can change these requirements`}>{reason}</Alert>
      {told && (
        <Card title={t`Requirements`}>
          <p className="wrap-anywhere">
            <Sentence pieces={told.list.length === 0 ? withStop(told.pieces) : told.pieces} />
          </p>
          <ToldList list={told.list} />
        </Card>
      )}
    </div>
  );
}

const ConditionPicker = lazy(() => import("./condition-picker.tsx"));

type RuleEditorProps = { group: Group; userId: string; requirements: GroupRequirements };

/** The rule, what it does to those who join and leave, and what saving it would change. */
function RuleEditor({ group, userId, requirements }: RuleEditorProps) {
  const { canUseAll, editable } = requirements;
  const [params] = useSearchParams();
  // What was chosen as the join mode, when the group was created or edited.
  const chosen = params.get("enrolment");
  const asked = chosen === "manual" || (chosen === "automatic" && canUseAll) ? chosen : undefined;
  const edited = useRuleDraft(userId, group.id, editable, asked);
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

type ConflictNoteProps = { changes: string[]; onLoad: () => void };

/** Another person has saved the requirements in the meantime. What is written here stays, and can still be saved. */
function ConflictNote({ changes, onLoad }: ConflictNoteProps) {
  return (
    <Alert
      tone="warn"
      title={t`The requirements were changed while you edited them`}
      action={
        <Button size="sm" onClick={onLoad}>
          <Trans>Discard mine and load theirs</Trans>
        </Button>
      }
    >
      <ul className="my-1 list-disc pl-5">
        {changes.map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
      <p>
        <Trans>Your changes are kept here. Saving them replaces what was changed.</Trans>
      </p>
    </Alert>
  );
}

/** What differs between two versions of a rule, in words. */
function changesBetween(before: Rule | null, after: Rule | null, names: RuleNames): string[] {
  if (after === null) return before === null ? [] : [t`The requirements were removed.`];
  if (before === null) return [t`The requirements were added.`];
  const [old, current] = [conditionTexts(before, names), conditionTexts(after, names)];
  const added = current.filter((text) => !old.includes(text)).map((text) => t`Added: ${text}`);
  const removed = old.filter((text) => !current.includes(text)).map((text) => t`Removed: ${text}`);
  const isMoved =
    added.length + removed.length === 0 &&
    JSON.stringify(before.tree) !== JSON.stringify(after.tree);
  return [
    ...added,
    ...removed,
    isMoved && t`The conditions were arranged in another way.`,
    before.enrolment !== after.enrolment &&
      (after.enrolment === "automatic"
        ? t`People who meet them now become members on their own.`
        : t`People who meet them no longer become members on their own.`),
    before.listing !== after.listing &&
      (after.listing === "qualified"
        ? t`Only people who meet them find the group now.`
        : t`Everybody finds the group again.`),
    before.graceDays !== after.graceDays &&
      t`Days of grace: ${ph({ graceDays: after.graceDays })} instead of ${ph({ formerGraceDays: before.graceDays })}.`,
  ].filter((change) => change !== false);
}

function conditionTexts(rule: Rule, names: RuleNames): string[] {
  return conditionRowsOf(draftOf(rule).root).map((row) => rowText(row, names));
}
