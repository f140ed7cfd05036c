import { Fragment } from "react";
import { quantifiers } from "#web/groups/requirements/rule/kinds.ts";
import { phraseOf } from "#web/groups/requirements/rule/phrase.ts";
import type { ConditionRow } from "#web/groups/requirements/rule/rows.ts";
import { isOnCharacter } from "#web/requirements-text/condition-text.ts";
import { useEditor } from "./editor.ts";
import { WordButton, WordSelect } from "./word.tsx";

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
              options={quantifiers(canUseAll)}
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
