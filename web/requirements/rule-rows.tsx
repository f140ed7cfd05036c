import { Trans, msg, ph, t, Plural, plural } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { lazy, Suspense, useId } from "react";
import { cx } from "#web/lib/cx.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { BracketSentence, ConditionSentence } from "./sentences.tsx";
import { useEditor } from "./editor.ts";
import { Grip } from "./dragging.tsx";
import { RowMenu } from "./row-menu.tsx";
import { bracketText, ofTheseText, rowText } from "#web/requirements/rule/phrase.ts";
import { boundTo, ancestorsOf } from "#web/requirements/rule/edit-rows.ts";
import { bracketKey, presentRows, sameKey } from "#web/requirements/rule/rows.ts";
import type { Bracket, BracketKind, Row } from "#web/requirements/rule/rows.ts";
import "#web/repairs/requirements.css";
import { quantifiers, ageTextOf } from "#web/requirements/rule/kinds.ts";
import type { Quantifier } from "#shared/requirements/tree.ts";
import { Check } from "#web/ui/form/choices.tsx";
import type { MemberCount } from "#shared/requirements/rule.ts";
import { formatInteger } from "#web/lib/format.ts";

const ConditionForm = lazy(() => import("#web/requirements/conditions/condition-form.tsx"));

const JOINED_BY: Record<BracketKind, Message> = { all: msg`and`, any: msg`or`, none: msg`nor` };

/** The rows of a bracket: its line encloses what "all", "any" or "none of these" reaches. */
export function RuleRows({ of, label }: { of: Bracket; label: string }) {
  return (
    <ol aria-label={label} className="bracket-wide ml-4 py-1 pl-4.5 max-md:ml-3.5 max-md:pl-3.5">
      {of.rows.map((row, index) => (
        <li
          key={row.id}
          data-row={row.id}
          className={cx("relative", index > 0 && "border-t border-line-faint")}
        >
          {index > 0 && (
            <span className="absolute -top-2.5 -left-4.5 -translate-x-1/2 bg-surface-1 px-0.75 text-xs/5 font-medium text-text-2 max-md:-left-3.5">
              {say(JOINED_BY[of.kind])}
            </span>
          )}
          {row.isRemoved ? <RemovedRow row={row} /> : <PresentRow row={row} parent={of} />}
        </li>
      ))}
    </ol>
  );
}

function RemovedRow({ row }: { row: Row }) {
  const { act, names } = useEditor();
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-2 pl-7 text-text-2 max-md:pl-0">
      <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <Trans>Removed: {ph({ row: rowText(row, names) })}</Trans>
      </p>
      <button
        type="button"
        data-focus={`undo-${row.id}`}
        className="link min-h-6 max-md:min-h-11"
        onClick={() => act({ type: "restore", id: row.id })}
      >
        <Trans>Undo</Trans>
      </button>
    </div>
  );
}

function PresentRow({ row, parent }: { row: Row; parent: Bracket }) {
  const {
    draft,
    act,
    names,
    canUseAll,
    learn,
    problems,
    isTried,
    onTry,
    isFolded,
    canFold,
    onFold,
  } = useEditor();
  const isEdited = draft.edited?.id === row.id;
  const isLifted = draft.lifted?.id === row.id;
  const problem = isTried ? problems.get(row.id) : undefined;
  const text = rowText(row, names);
  const folded = row.type === "bracket" && isFolded(row.id);
  return (
    <>
      <div
        className={cx(
          "relative grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-start gap-x-1 py-2 max-md:grid-cols-[minmax(0,1fr)_auto]",
          isEdited &&
            "lock lock-signal my-2.5 ml-0.5 bg-surface-2 py-2.5 pr-2 pl-1 [--lock-offset:3px] max-md:pl-2.5",
          isLifted && "rounded-control border border-signal bg-surface-3 px-1 shadow-overlay",
        )}
      >
        <Grip row={row} label={t`Move: ${text}`} />
        <div className="min-w-0 leading-8.5 wrap-anywhere text-text-2 max-md:leading-10">
          {row.type === "condition" ? (
            <ConditionSentence row={row} isOpen={isEdited} />
          ) : (
            <BracketSentence row={row} isFolded={folded} />
          )}
        </div>
        <div className="flex">
          {row.type === "bracket" && canFold && (
            <IconButton
              icon="chevron"
              size="sm"
              label={folded ? t`Unfold: ${text}` : t`Fold: ${text}`}
              aria-expanded={!folded}
              className="aria-expanded:[&_svg]:rotate-180"
              onClick={() => onFold(row.id, !folded)}
            />
          )}
          <RowMenu row={row} label={t`More for: ${text}`} />
        </div>
        <div className="col-start-2 max-md:col-start-1">
          {folded && (
            <p className="pb-0.5 text-sm wrap-anywhere text-text-2">
              {bracketText(
                row,
                row.which !== null || boundTo(draft.root, parent.id) !== null,
                names,
              )}
            </p>
          )}
          <Counts row={row} />
          {problem && !isEdited && (
            <p role="alert" className="flex items-center gap-1.5 text-sm text-danger">
              <Icon name="alert" size={14} />
              {Object.values(problem)[0]}
            </p>
          )}
        </div>
        {isEdited && row.type === "condition" && (
          <div className="col-span-full pt-2.5 md:col-start-2">
            <Suspense>
              <ConditionForm
                condition={row.condition}
                question={
                  row.condition.type === "authorization" &&
                  row.which !== null && (
                    <WhoseField
                      value={row.which}
                      canUseAll={canUseAll}
                      onChange={(which) => act({ type: "which", id: row.id, which })}
                    />
                  )
                }
                names={names}
                learn={learn}
                problems={problem ?? {}}
                focusKey={`form-${row.id}`}
                onChange={(condition) => act({ type: "condition", id: row.id, condition })}
                onDone={() => (problems.has(row.id) ? onTry() : act({ type: "close", keep: true }))}
                onCancel={() => act({ type: "close", keep: false })}
              />
            </Suspense>
          </div>
        )}
      </div>
      {row.type === "bracket" && !folded && <BracketRows row={row} />}
    </>
  );
}

function BracketRows({ row }: { row: Bracket }) {
  const { onPick } = useEditor();
  return (
    <div className="ml-5 pb-2 max-md:ml-0">
      {row.rows.length > 0 && <RuleRows of={row} label={ofTheseText(row.kind)} />}
      <div className="pt-1 pl-4" data-focus={`add-${row.id}`}>
        <Button size="sm" icon={<Icon name="plus" size={12} />} onClick={() => onPick(row.id)}>
          <Trans>Condition</Trans>
        </Button>
      </div>
    </div>
  );
}

type WhoseFieldProps = {
  value: Quantifier;
  canUseAll: boolean;
  onChange: (value: Quantifier) => void;
};

const HINTS: Record<Quantifier, Message> = {
  main: msg`Alts may be without one.`,
  every: msg`One alt that loses it fails the condition.`,
  any: msg`One of the player's characters is enough.`,
};

/** Asks whose fact a condition is about, where the answers differ much. */
function WhoseField({ value, canUseAll, onChange }: WhoseFieldProps) {
  const name = useId();
  return (
    <fieldset className="mb-3 grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        <Trans>Whose authorization</Trans>
      </legend>
      {quantifiers(canUseAll).map(({ value: which, label, isDisabled }) => (
        <label
          key={which}
          className="flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-11"
        >
          <Check
            type="radio"
            name={name}
            checked={which === value}
            disabled={isDisabled}
            onChange={() => onChange(which)}
          />
          <span>
            {label} <span className="text-sm text-text-2">{say(HINTS[which])}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** How many members meet a row, and how old its fact may be. An empty bracket has no count. */
function Counts({ row }: { row: Row }) {
  const { draft, counts } = useEditor();
  const around = ancestorsOf(draft.root, row.id);
  const bound = around.find(({ which }) => which !== null)?.which ?? null;
  const key =
    row.type === "condition"
      ? sameKey(row, row.which ?? bound)
      : presentRows(row).length > 0 && bracketKey(row, bound);
  const count = key === false ? undefined : counts.get(key);
  const age = row.type === "condition" ? ageTextOf(row.condition) : null;
  if (!count && row.type === "bracket") return null;
  // Where all of these must be met, a member who does not meet this one breaks the bracket.
  const isAlone = around.every(({ kind }) => kind === "all");
  return (
    <p className="flex flex-wrap gap-x-2 pt-0.5 text-xs text-text-2">
      {count && <Count count={count} isAlone={isAlone} />}
      {age !== null && <span>{say(age)}</span>}
    </p>
  );
}

type CountProps = { count: MemberCount; isAlone: boolean };

function Count({ count: { met, unmet, unknown }, isAlone }: CountProps) {
  const members = met + unmet + unknown;
  return (
    <>
      <span>
        <Trans>
          <span className="font-medium text-text-2">
            {ph({ metCount: formatInteger(met) })} of {ph({ total: formatInteger(members) })}
          </span>{" "}
          <Plural value={members} one="member meets this" other="members meet this" />
        </Trans>
      </span>
      {unmet > 0 && (
        <span className={cx(isAlone && "font-medium text-warn")}>
          {plural(unmet, { one: "# does not", other: "# do not" })}
        </span>
      )}
      {unknown > 0 && (
        <span className="border-b border-dashed border-line-control">
          {plural(unknown, { one: "# not known", other: "# not known" })}
        </span>
      )}
    </>
  );
}
