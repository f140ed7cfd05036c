import { t } from "#web/language/macros.ts";
import { Fragment } from "react";
import { quantifiers } from "#web/groups/requirements/rule/kinds.ts";
import { isMissing, phraseOf, VERB, WHO } from "#web/groups/requirements/rule/phrase.ts";
import type { ConditionRow } from "#web/groups/requirements/rule/rows.ts";
import { isOnCharacter } from "#web/requirements-text/condition-text.ts";
import { useEditor } from "./editor.ts";
import { WordButton, WordSelect } from "./word.tsx";

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
    : condition.type === "account_age"
      ? t({ context: "whom a condition is about", message: "The account" })
      : t({ context: "whom a condition is about", message: "The person" });
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
