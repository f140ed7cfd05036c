import { presentRows } from "#web/groups/requirements/rule/rows.ts";
import type { Bracket, BracketKind } from "#web/groups/requirements/rule/rows.ts";
import { quantifiers } from "#web/groups/requirements/rule/kinds.ts";
import { useEditor } from "./editor.ts";
import { WordSelect } from "./word.tsx";

const KINDS: { value: BracketKind; label: string }[] = [
  { value: "all", label: "all" },
  { value: "any", label: "any" },
  { value: "none", label: "none" },
];
const KINDS_FIRST: typeof KINDS = [
  { value: "all", label: "All" },
  { value: "any", label: "Any" },
  { value: "none", label: "None" },
];

/** "Any of these 2", or "One character meets all of these 3". */
export function BracketSentence({ row, isFolded }: { row: Bracket; isFolded: boolean }) {
  const { act, canUseAll } = useEditor();
  const { id, which } = row;
  return (
    <>
      {which !== null && (
        <>
          <WordSelect
            label="Which character"
            value={which}
            options={quantifiers(canUseAll, "One character")}
            onChange={(value) => act({ type: "which", id, which: value })}
          />{" "}
          meets{" "}
        </>
      )}
      <KindSelect
        of={row}
        isFirst={which === null}
        onChange={(next) => act({ type: "kind", id, kind: next })}
      />{" "}
      of these {presentRows(row).length}
      {isFolded && ":"}
    </>
  );
}

type KindSelectProps = { of: Bracket; isFirst?: boolean; onChange: (kind: BracketKind) => void };

export function KindSelect({ of, isFirst = false, onChange }: KindSelectProps) {
  return (
    <WordSelect
      label="How many of these"
      value={of.kind}
      options={isFirst ? KINDS_FIRST : KINDS}
      onChange={onChange}
    />
  );
}
