import type { Message } from "#web/language/messages.ts";
import { Trans, msg, t } from "#web/language/macros.ts";
import { presentRows } from "#web/groups/requirements/rule/rows.ts";
import type { Bracket, BracketKind } from "#web/groups/requirements/rule/rows.ts";
import { quantifiers } from "#web/groups/requirements/rule/kinds.ts";
import { useEditor } from "./editor.ts";
import { WordSelect } from "./word.tsx";

const KINDS: { value: BracketKind; label: Message }[] = [
  { value: "all", label: msg`all` },
  { value: "any", label: msg`any` },
  { value: "none", label: msg`none` },
];
const KINDS_FIRST: typeof KINDS = [
  { value: "all", label: msg`All` },
  { value: "any", label: msg`Any` },
  { value: "none", label: msg`None` },
];

/** "Any of these 2", or "One character meets all of these 3". */
export function BracketSentence({ row, isFolded }: { row: Bracket; isFolded: boolean }) {
  const { act, canUseAll } = useEditor();
  const { id, which } = row;
  const count = presentRows(row).length;
  const howMany = (
    <KindSelect
      of={row}
      isFirst={which === null}
      onChange={(next) => act({ type: "kind", id, kind: next })}
    />
  );
  return (
    <>
      {which === null ? (
        <Trans>
          {howMany} of these {count}
        </Trans>
      ) : (
        <Trans>
          <WordSelect
            label={t`Which character`}
            value={which}
            options={quantifiers(canUseAll, t`One character`)}
            onChange={(value) => act({ type: "which", id, which: value })}
          />{" "}
          meets {howMany} of these {count}
        </Trans>
      )}
      {isFolded && ":"}
    </>
  );
}

type KindSelectProps = { of: Bracket; isFirst?: boolean; onChange: (kind: BracketKind) => void };

export function KindSelect({ of, isFirst = false, onChange }: KindSelectProps) {
  return (
    <WordSelect
      label={t`How many of these`}
      value={of.kind}
      options={isFirst ? KINDS_FIRST : KINDS}
      onChange={onChange}
    />
  );
}
