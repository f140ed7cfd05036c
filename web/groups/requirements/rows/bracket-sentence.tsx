import { Trans, msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { presentRows } from "#web/groups/requirements/rule/rows.ts";
import type { Bracket, BracketKind } from "#web/groups/requirements/rule/rows.ts";
import { quantifiers } from "#web/groups/requirements/rule/kinds.ts";
import { useEditor } from "./editor.ts";
import { WordSelect } from "./word.tsx";

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
