import { Plural, Trans, ph, plural } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { MemberCount } from "#shared/requirements/rule.ts";
import { ancestorsOf } from "#web/groups/requirements/rule/edit-rows.ts";
import { ageOf } from "#web/groups/requirements/rule/kinds.ts";
import { bracketKey, presentRows, sameKey } from "#web/groups/requirements/rule/rows.ts";
import type { Bracket, ConditionRow } from "#web/groups/requirements/rule/rows.ts";
import { cx } from "#web/lib/cx.ts";
import { formatInteger } from "#web/lib/format.ts";
import { useEditor } from "./editor.ts";

/** How many members meet a condition, and how old its fact may be. */
export function MemberCounts({ row }: { row: ConditionRow }) {
  const { draft, counts } = useEditor();
  const around = ancestorsOf(draft.root, row.id);
  const bound = around.find(({ which }) => which !== null)?.which ?? null;
  const count = counts.get(sameKey(row, row.which ?? bound));
  const age = ageOf(row.condition);
  // Where all of these must be met, a member who does not meet this one breaks the bracket.
  const isAlone = around.every(({ kind }) => kind === "all");
  return (
    <p className="flex flex-wrap gap-x-2 pt-0.5 text-xs text-text-2">
      {count && <Count count={count} isAlone={isAlone} />}
      {age !== null && <span>{say(age)}</span>}
    </p>
  );
}

/** How many members meet a bracket. An empty one has no count. */
export function BracketCounts({ row }: { row: Bracket }) {
  const { draft, counts } = useEditor();
  const around = ancestorsOf(draft.root, row.id);
  const bound = around.find(({ which }) => which !== null)?.which ?? null;
  const count = presentRows(row).length === 0 ? undefined : counts.get(bracketKey(row, bound));
  if (!count) return null;
  return (
    <p className="flex flex-wrap gap-x-2 pt-0.5 text-xs text-text-2">
      <Count count={count} isAlone={around.every(({ kind }) => kind === "all")} />
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
