import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Group } from "#shared/groups/groups.ts";
import type { GroupRequirements } from "#shared/requirements/rule.ts";
import { RequirementsSkeleton } from "./requirements-skeleton.tsx";
import { enumerated, sentenceGap, textOf } from "#web/lib/sentence.ts";
import { useCheckAgain, requirementsQuery } from "#web/repairs/queries.ts";
import { conditionLabel } from "#web/requirements-text/condition-text.ts";
import {
  conditionsIn,
  charactersOf,
  countRows,
  isPrivate,
  toRows,
  causesOfRow,
} from "#web/requirements-text/explained-causes.ts";
import type {
  OutcomeCounts,
  ExplainedRow as Row,
} from "#web/requirements-text/explained-causes.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Icon } from "#web/ui/icon.tsx";
import "#web/repairs/requirements.css";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { useId, useState } from "react";
import { LeafFacts, ToldList } from "#web/repairs/leaf-facts.tsx";
import { RepairButton, firstRepair } from "#web/repairs/repair-button.tsx";
import type { Repair } from "#web/requirements-text/conditions/words.ts";
import { requirementTold } from "#web/requirements-text/tree-text.ts";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";
import { Sentence, VisuallyHidden } from "#web/ui/text.tsx";
import type { SkillLevel } from "#shared/requirements/tree.ts";
import { romanLevel } from "#web/lib/format.ts";
import { cx } from "#web/lib/cx.ts";
import { skillName } from "#web/requirements-text/names.ts";

type CardProps = {
  group: Group;
  /** Managers see the card only while they do not meet the requirements: the rule is in their settings. */
  isOnlyProblems: boolean;
};

/** The requirements of a group, for the user who looks at it: unmet first, then unknown, then met. */
export default function RequirementsCard({ group, isOnlyProblems }: CardProps) {
  const { data, isError, refetch } = useQuery(requirementsQuery(group.id));
  if (isOnlyProblems && !isUnmet(data)) return null;
  if (isError && !data) {
    return (
      <Card title={t`Requirements`}>
        <LoadFailed title={t`The requirements could not be loaded`} onRetry={refetch} />
      </Card>
    );
  }
  if (!data) return <RequirementsSkeleton />;
  if (data.rule === null) return null;
  return <Requirements requirements={data} rule={data.rule} />;
}

function isUnmet(data: GroupRequirements | undefined): boolean {
  return data?.rule != null && data.rule.explained.outcome !== "met";
}

type Rule = NonNullable<GroupRequirements["rule"]>;
type RequirementsProps = {
  requirements: GroupRequirements;
  rule: Rule;
};

function Requirements({ requirements, rule }: RequirementsProps) {
  const { names, problem } = requirements;
  const rows = toRows(rule.explained);
  const counts = countRows(rows);
  const isInGrace = problem?.graceEndsAt != null;
  const open = rows.filter((row) => row.outcome !== "met" && !isPrivate(row));
  const hidden = rows.filter((row) => row.outcome !== "met" && isPrivate(row));
  const met = rows.filter((row) => row.outcome === "met");
  return (
    <Card
      isFlush
      className={isInGrace ? "border-warn-dim" : ""}
      title={
        <span className="flex items-center gap-3 py-1">
          <Trans>Requirements</Trans>
          {isInGrace && (
            <Chip tone="warn" icon="clock">
              <Trans>In grace</Trans>
            </Chip>
          )}
        </span>
      }
      actions={
        <>
          <span className="text-sm text-text-2">
            <Trans>
              You meet {ph({ met: counts.met })} of {ph({ total: counts.total })}
            </Trans>
          </span>
          <CheckAgain characterIds={charactersOf(rule.explained)} />
        </>
      }
    >
      <ul>
        {counts.met === counts.total && <AllMet rule={rule} />}
        {open.map((row) => (
          <RequirementRow
            key={row.index}
            row={row}
            names={names}

            isUrgent={isInGrace && open.length === 1}
          />
        ))}
        {hidden.length > 0 && <PrivateRow count={hidden.length} />}
        {!isInGrace && met.map((row) => <MetRow key={row.index} row={row} names={names} />)}
      </ul>
      {isInGrace && met.length > 0 && <MetRows rows={met} counts={counts} names={names} />}
    </Card>
  );
}

function CheckAgain({ characterIds }: { characterIds: number[] }) {
  const { check, isBusy } = useCheckAgain();
  return (
    <Button
      size="sm"
      className="max-md:min-h-11"
      icon={<Icon name="refresh" />}
      isBusy={isBusy}
      busyLabel={t`Checking...`}
      onClick={() => check(characterIds)}
    >
      <Trans>Check again</Trans>
    </Button>
  );
}

function AllMet({ rule: { enrolment } }: { rule: Rule }) {
  return (
    <RowBox tone="met">
      <p className="flex-1 text-text-2">
        <span className="font-medium text-text-1">
          <Trans>You meet every requirement.</Trans>
        </span>
        {enrolment === "automatic" &&
          sentenceGap() + t`Members are enrolled automatically, within a minute.`}
      </p>
    </RowBox>
  );
}

function PrivateRow({ count }: { count: number }) {
  return (
    <RowBox tone="unknown">
      <p className="flex-1 text-text-2">
        <span className="font-medium text-text-1">
          {plural(count, {
            one: "# requirement is private.",
            other: "# requirements are private.",
          })}
        </span>
        {sentenceGap()}
        {plural(count, {
          one: "It is not met, or not known.",
          other: "They are not met, or not known.",
        })}
        {sentenceGap()}
        <Trans>The group’s leaders can tell you more.</Trans>
      </p>
    </RowBox>
  );
}

type MetRowProps = {
  row: Row;
  names: GroupRequirements["names"];
};

function MetRow(props: MetRowProps) {
  if (!isPrivate(props.row)) return <RequirementRow {...props} isUrgent={false} />;
  return (
    <RowBox tone="met">
      <p className="flex-1 text-text-2">
        <span className="font-medium text-text-1">
          <Trans>A private requirement.</Trans>
        </span>
      </p>
    </RowBox>
  );
}

type MetRowsProps = Omit<MetRowProps, "row"> & { rows: Row[]; counts: OutcomeCounts };

/** In grace, what is met is folded. */
function MetRows({ rows, counts, names }: MetRowsProps) {
  const labels = rows.flatMap(({ part }) =>
    conditionsIn(part).map((condition) => textOf(conditionLabel(condition, names))),
  );
  return (
    <details className="disclosure border-t border-line-faint">
      <summary className="flex min-h-11 items-center gap-3 px-4 py-2">
        <span className="grid size-6 place-items-center">
          <Icon name="check" />
        </span>
        <span className="font-medium whitespace-nowrap">
          <Trans>{ph({ met: counts.met })} met</Trans>
        </span>
        <span className="min-w-0 flex-1 wrap-anywhere text-text-2">
          {enumerated([...new Set(labels)])}
        </span>
        <span className="disclosure-chevron text-text-2">
          <Icon name="chevron" />
        </span>
      </summary>
      <ul>
        {rows.map((row) => (
          <MetRow key={row.index} row={row} names={names} />
        ))}
      </ul>
    </details>
  );
}

type RowProps = {
  row: Row;
  names: RuleNames;
  /** The membership ends if this is not repaired. */
  isUrgent: boolean;
};

/** What a requirement says, what was found, how old it is, and one repair or the reason why there is none. */
function RequirementRow({ row, names, isUrgent }: RowProps) {
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const repair = firstRepair(causesOfRow(row, names));
  const told = requirementTold(row.part, names, "own");
  const skills = isSkills(repair) ? repair : undefined;
  return (
    <RowBox tone={row.outcome}>
      <div className="min-w-0 flex-1 basis-64">
        <h3
          id={headingId}
          className="font-ui text-md/normal font-medium tracking-normal text-pretty wrap-anywhere"
        >
          <Sentence isPlain pieces={told.pieces} />
        </h3>
        <ToldList list={told.list} />
        <LeafFacts leaves={row.leaves} names={names} />
        {typeof repair === "string" && <p className="mt-0.5 text-sm text-text-2">{repair}</p>}
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
          {isOpen
            ? t`Hide the skills`
            : plural(
                { count: skills.skills.length },
                { one: "See the skill", other: "See the # skills" },
              )}
        </Button>
      ) : (
        isButton(repair) && (
          <RepairButton
            isNamed={isUrgent}
            repair={repair}
            variant={isUrgent ? "primary" : "default"}

            describedBy={headingId}
          />
        )
      )}
    </RowBox>
  );
}

/** A row of the card: its mark, its text, and its button below the text on a phone. */
function RowBox({
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

function isSkills(repair: Repair | string | null) {
  return repair !== null && typeof repair !== "string" && repair.kind === "skills";
}

function isButton(repair: Repair | string | null): repair is Exclude<Repair, { kind: "skills" }> {
  return repair !== null && typeof repair !== "string" && repair.kind !== "skills";
}

type SkillListProps = {
  skills: SkillLevel[];
  missing: (SkillLevel & { trained: number })[];
  names: RuleNames;
};

/** The skills of a list, those that are missing first, with the level that is trained. */
function SkillList({ skills, missing, names }: SkillListProps) {
  const lacking = new Map(missing.map(({ skillId, trained }) => [skillId, trained]));
  const sorted = skills.toSorted(
    (a, b) => Number(lacking.has(b.skillId)) - Number(lacking.has(a.skillId)),
  );
  return (
    <ul className="mt-2 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
      {sorted.map(({ skillId, level }) => {
        const trained = lacking.get(skillId);
        const isMissing = trained !== undefined;
        return (
          <li key={skillId} className="flex items-baseline gap-2">
            <span className={cx("translate-y-0.5", isMissing ? "text-danger" : "text-ok")}>
              <Icon name={isMissing ? "close" : "check"} size={12} />
            </span>
            <span className="min-w-0 wrap-anywhere">
              <VisuallyHidden>{isMissing ? t`Missing:` : t`Trained:`} </VisuallyHidden>
              {isMissing ? (
                <Trans>
                  {ph({ skill: skillName(names, skillId, level) })}
                  <span className="text-text-2">
                    ,{" "}
                    {ph({
                      trained:
                        trained === 0 ? t`untrained` : t`at ${ph({ level: romanLevel(trained) })}`,
                    })}
                  </span>
                </Trans>
              ) : (
                skillName(names, skillId, level)
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
