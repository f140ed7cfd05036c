import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { RuleNames } from "#shared/requirements/outcome.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { RepairButton } from "#web/repairs/repair-button.tsx";
import { firstRepair } from "#web/repairs/repair.ts";
import type { Repair } from "#web/repairs/repair.ts";
import { leafAge, leafText } from "#web/requirements-text/explained-text.ts";
import type { ExplainedLeaf } from "#web/requirements-text/explained-causes.ts";
import { requirementText } from "#web/requirements-text/tree-text.ts";
import { Button } from "#web/ui/button.tsx";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { causesOfRow } from "./rows.ts";
import type { RequirementRow as Row } from "./rows.ts";
import { SkillList } from "./skill-list.tsx";

type RowProps = {
  row: Row;
  names: RuleNames;
  discordButton: ReactNode;
  /** The membership ends if this is not repaired. */
  isUrgent: boolean;
};

/** What a requirement says, what was found, how old it is, and one repair or the reason why there is none. */
export function RequirementRow({ row, names, discordButton, isUrgent }: RowProps) {
  const now = useNow("minute");
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const repair = firstRepair(causesOfRow(row, names));
  const skills = isSkills(repair) ? repair : undefined;
  return (
    <RowBox tone={row.outcome}>
      <div className="min-w-0 flex-1 basis-64">
        <h3
          id={headingId}
          className="font-ui text-md/normal font-medium tracking-normal text-pretty wrap-anywhere"
        >
          <Sentence isPlain pieces={requirementText(row.part, names, "own")} />
        </h3>
        <Facts leaves={row.leaves} names={names} now={now} />
        {typeof repair === "string" && <p className="mt-0.5 text-sm text-text-3">{repair}</p>}
        {skills && isOpen && <SkillList {...skills} names={names} />}
      </div>
      {skills ? (
        <Button
          size="sm"
          className="max-md:min-h-11"
          aria-expanded={isOpen}
          aria-describedby={headingId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide the skills" : `See the ${skillCount(skills.skills.length)}`}
        </Button>
      ) : (
        isButton(repair) && (
          <RepairButton
            isNamed={isUrgent}
            repair={repair}
            variant={isUrgent ? "primary" : "default"}
            discordButton={discordButton}
            describedBy={headingId}
          />
        )
      )}
    </RowBox>
  );
}

/** A row of the card: its mark, its text, and its button below the text on a phone. */
export function RowBox({
  tone,
  children,
}: {
  tone: Parameters<typeof OutcomeMark>[0]["tone"];
  children: ReactNode;
}) {
  return (
    <li className="flex gap-3 border-t border-line-faint px-4 py-3 first:border-t-0">
      <OutcomeMark tone={tone} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
    </li>
  );
}

function skillCount(count: number): string {
  return count === 1 ? "skill" : `${count} skills`;
}

function isSkills(repair: Repair | string | null) {
  return repair !== null && typeof repair !== "string" && repair.kind === "skills";
}

function isButton(repair: Repair | string | null): repair is Exclude<Repair, { kind: "skills" }> {
  return repair !== null && typeof repair !== "string" && repair.kind !== "skills";
}

type FactsProps = { leaves: ExplainedLeaf[]; names: RuleNames; now: number };

/** The fact of a condition; of a bracket, a list within it. */
function Facts({ leaves, names, now }: FactsProps) {
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
            <VisuallyHidden>{WORDS[leaf.outcome]}: </VisuallyHidden>
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
const WORDS = { met: "Met", unmet: "Not met", unknown: "Not known" };

function Fact({ leaf, names, now }: { leaf: ExplainedLeaf; names: RuleNames; now: number }) {
  const age = leafAge(leaf, now);
  return (
    <>
      <Sentence isPlain pieces={leafText(leaf, names, now)} />
      {age !== null && <span className="whitespace-nowrap text-text-3"> {age}</span>}
    </>
  );
}
