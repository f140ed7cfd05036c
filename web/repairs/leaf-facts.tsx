import { msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { useNow } from "#web/lib/time.ts";
import type { ExplainedLeaf } from "#web/requirements-text/explained-causes.ts";
import { leafAge, leafText } from "#web/requirements-text/explained-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { Sentence, VisuallyHidden } from "#web/ui/text.tsx";
import "./requirements.css";
import type { Told } from "#web/requirements-text/tree-text.ts";

type LeafFactsProps = { leaves: readonly ExplainedLeaf[]; names: RuleNames };

/** The fact of a condition; of a bracket, a list within it. */
export function LeafFacts({ leaves, names }: LeafFactsProps) {
  const now = useNow("minute");
  const [only] = leaves;
  if (only !== undefined && leaves.length === 1) {
    return (
      <p className="text-sm wrap-anywhere text-text-2">
        <Fact leaf={only} names={names} now={now} />
      </p>
    );
  }
  return (
    <ul className="bracket mt-1.5 grid gap-1 text-sm text-text-2">
      {leaves.map((leaf, index) => (
        // The place in the rule is the only identity of a part.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex items-baseline gap-2">
          <span className="translate-y-0.5">
            <Icon name={ICONS[leaf.outcome]} size={12} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            <VisuallyHidden>{say(WORDS[leaf.outcome])} </VisuallyHidden>
            <Fact leaf={leaf} names={names} now={now} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const ICONS = { met: "check", unmet: "close", unknown: "question" } satisfies Record<
  string,
  IconName
>;
const WORDS = { met: msg`Met:`, unmet: msg`Not met:`, unknown: msg`Not known:` };

function Fact({ leaf, names, now }: { leaf: ExplainedLeaf; names: RuleNames; now: number }) {
  const age = leafAge(leaf, now);
  return (
    <>
      <Sentence isPlain pieces={leafText(leaf, names, now)} />
      {age !== null && <span className="whitespace-nowrap text-text-2"> {age}</span>}
    </>
  );
}

/** The sentences of a bracket, with those of the brackets in it. */
export function ToldList({ list }: { list: readonly Told[] }) {
  if (list.length === 0) return null;
  return (
    <ul className="bracket mt-1 grid gap-1">
      {list.map((told, index) => (
        // The place in the rule is the only identity of a part.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="wrap-anywhere">
          <Sentence isPlain pieces={told.pieces} />
          <ToldList list={told.list} />
        </li>
      ))}
    </ul>
  );
}
