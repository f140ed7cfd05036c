import { Trans, msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { presentRows } from "#web/requirements/rule/rows.ts";
import type { Bracket, BracketKind, ConditionRow } from "#web/requirements/rule/rows.ts";
import { quantifiers, subjectOf } from "#web/requirements/rule/kinds.ts";
import { useEditor } from "./editor.ts";
import { Fragment } from "react";
import type { ComponentProps } from "react";
import { isMissing, phraseOf, VERB, WHO } from "#web/requirements/rule/phrase.ts";
import { isOnCharacter } from "#web/requirements-text/condition-text.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icon.tsx";

type Labels = Record<BracketKind, Message>;

/** After the rule's "A member meets". */
const LABELS: Labels = {
  all: msg`all`,
  any: msg`any`,
  none: msg({ context: "none of these", message: "none" }),
};
/** After the character that meets them. */
const CHARACTER_LABELS: Labels = {
  all: msg({ context: "meets all of these", message: "all" }),
  any: msg({ context: "meets any of these", message: "any" }),
  none: msg({ context: "meets none of these", message: "none" }),
};
/** At the beginning of a sentence. */
const FIRST_LABELS: Labels = {
  all: msg({ context: "all of these", message: "All" }),
  any: msg({ context: "any of these", message: "Any" }),
  none: msg({ context: "none of these", message: "None" }),
};

const KINDS: readonly BracketKind[] = ["all", "any", "none"];

/** "Any of these 2", or "One character meets all of these 3". */
export function BracketSentence({ row, isFolded }: { row: Bracket; isFolded: boolean }) {
  const { act, canUseAll } = useEditor();
  const { id, which } = row;
  const count = presentRows(row).length;
  const kind = (
    <KindSelect
      of={row}
      labels={which === null ? FIRST_LABELS : CHARACTER_LABELS}
      onChange={(next) => act({ type: "kind", id, kind: next })}
    />
  );
  const character = which !== null && (
    <WordSelect
      label={t`Which character`}
      value={which}
      options={quantifiers(
        canUseAll,
        t({ context: "whom a condition is about", message: "One character" }),
      )}
      onChange={(value) => act({ type: "which", id, which: value })}
    />
  );
  return (
    <>
      {character ? (
        <Trans>
          {character} meets {kind} of these {count}
        </Trans>
      ) : (
        <Trans>
          {kind} of these {count}
        </Trans>
      )}
      {isFolded && ":"}
    </>
  );
}

type KindSelectProps = { of: Bracket; labels?: Labels; onChange: (kind: BracketKind) => void };

export function KindSelect({ of, labels = LABELS, onChange }: KindSelectProps) {
  return (
    <WordSelect
      label={t`How many of these`}
      value={of.kind}
      options={KINDS.map((kind) => ({
        value: kind,
        label: say(labels[kind]),
      }))}
      onChange={onChange}
    />
  );
}

type ConditionSentenceProps = { row: ConditionRow; isOpen: boolean };

/** "Every character is in the alliance Null Concord": the underlined words are the controls. */
export function ConditionSentence({ row, isOpen }: ConditionSentenceProps) {
  const { act, names, canUseAll } = useEditor();
  const { id, condition, which, isNegated } = row;
  const { verbs, pieces } = phraseOf(condition, names);
  const [yes, no] = verbs;
  const who = isOnCharacter(condition)
    ? which !== null && (
        <WordSelect
          label={t`Whose fact`}
          value={which}
          options={quantifiers(canUseAll)}
          onChange={(value) => act({ type: "which", id, which: value })}
        />
      )
    : say(subjectOf(condition));
  const verb = (
    <WordSelect
      label={t`Is or is not`}
      value={isNegated ? "no" : "yes"}
      options={[
        { value: "yes", label: yes },
        { value: "no", label: no },
      ]}
      onChange={(value) => (value === "no") !== isNegated && act({ type: "negate", id })}
    />
  );
  return pieces.map((piece, index) => (
    // The pieces of a sentence have no other identity than their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {typeof piece === "string" ? (
        piece
      ) : piece === WHO ? (
        who
      ) : piece === VERB ? (
        verb
      ) : (
        <WordButton
          isMissing={isMissing(piece)}
          aria-expanded={isOpen}
          onClick={() => act({ type: "edit", id })}
        >
          {piece.name}
        </WordButton>
      )}
    </Fragment>
  ));
}

const WORD =
  "mx-px inline-flex min-h-7 max-w-full items-center gap-1 rounded-t-control border-b border-line-control bg-surface-3 px-1.5 text-start align-baseline leading-tight font-medium wrap-anywhere text-text-1 hover:border-text-2 aria-expanded:border-signal max-md:min-h-9";

type WordButtonProps = Omit<ComponentProps<"button">, "type" | "className"> & {
  isMissing: boolean;
};

/** A word of a sentence that opens the form of its row. */
function WordButton({ isMissing, children, ...rest }: WordButtonProps) {
  return (
    <button {...rest} type="button" className={cx(WORD, isMissing && "text-warn")}>
      <bdi>{children}</bdi>
      <span className="text-text-2">
        <Icon name="chevron" size={12} />
      </span>
    </button>
  );
}

type WordSelectProps<Value extends string> = {
  /** For screen readers: "Whose fact". */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; isDisabled?: boolean }[];
  onChange: (value: Value) => void;
};

/** A word of a sentence that is chosen from a few. */
function WordSelect<Value extends string>(props: WordSelectProps<Value>) {
  const { label, value, options, onChange } = props;
  return (
    <span className="relative mx-px inline-flex max-w-full align-baseline">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={cx(WORD, "field-sizing-content appearance-none pr-5.5 mx-0 cursor-pointer")}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isDisabled}>
            {option.label}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-1.5 flex items-center text-text-2">
        <Icon name="chevron" size={12} />
      </span>
    </span>
  );
}
