import { Fragment } from "react";
import type { Quantifier } from "#shared/requirements/tree.ts";
import { phraseOf } from "#web/groups/requirements/rule/phrase.ts";
import type { ConditionRow } from "#web/groups/requirements/rule/rows.ts";
import { isOnCharacter } from "#web/requirements-text/condition-text.ts";
import { useEditor } from "./editor.ts";
import { WordButton, WordSelect } from "./word.tsx";

const WHICH: { value: Quantifier; label: string }[] = [
  { value: "any", label: "Any character" },
  { value: "every", label: "Every character" },
  { value: "main", label: "The main character" },
];

/** The choices for whose fact a condition is about. Owners may only ask for facts about mains. */
export function whichOptions(canUseAll: boolean, any = "Any character") {
  return WHICH.map(({ value, label }) => ({
    value,
    label: value === "any" ? any : label,
    isDisabled: !canUseAll && value !== "main",
  }));
}

type ConditionSentenceProps = { row: ConditionRow; isOpen: boolean };

/** "Every character is in the alliance Null Concord": the underlined words are the controls. */
export function ConditionSentence({ row, isOpen }: ConditionSentenceProps) {
  const { act, names, canUseAll } = useEditor();
  const { id, condition, which, isNegated } = row;
  const { verbs, parts } = phraseOf(condition, names);
  const [yes, no] = verbs;
  return (
    <>
      {isOnCharacter(condition)
        ? which !== null && (
            <WordSelect
              label="Whose fact"
              value={which}
              options={whichOptions(canUseAll)}
              onChange={(value) => act({ type: "which", id, which: value })}
            />
          )
        : condition.type === "account_age"
          ? "The account"
          : "The person"}{" "}
      <WordSelect
        label="Is or is not"
        value={isNegated ? "no" : "yes"}
        options={[
          { value: "yes", label: yes },
          { value: "no", label: no },
        ]}
        onChange={(value) => (value === "no") !== isNegated && act({ type: "negate", id })}
      />
      {parts.map(({ text, isValue, isMissing }, index) => (
        // The parts of a sentence have no other identity than their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {" "}
          {isValue ? (
            <WordButton
              isMissing={isMissing}
              aria-expanded={isOpen}
              onClick={() => act({ type: "edit", id })}
            >
              {text}
            </WordButton>
          ) : (
            text
          )}
        </Fragment>
      ))}
    </>
  );
}
