import { plural, t, ph, Trans } from "#web/language/macros.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { LeafFacts, ToldList } from "#web/repairs/leaf-facts.tsx";
import { RepairButton, firstRepair } from "#web/repairs/repair-button.tsx";
import type { Repair } from "#web/requirements-text/conditions/words.ts";
import { requirementTold } from "#web/requirements-text/tree-text.ts";
import { Button } from "#web/ui/button.tsx";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";
import { Sentence, VisuallyHidden } from "#web/ui/text.tsx";
import { causesOfRow } from "#web/requirements-text/explained-causes.ts";
import type { ExplainedRow as Row } from "#web/requirements-text/explained-causes.ts";
import type { SkillLevel } from "#shared/requirements/tree.ts";
import { cx } from "#web/lib/cx.ts";
import { skillName } from "#web/requirements-text/names.ts";
import { Icon } from "#web/ui/icon.tsx";

type RowProps = {
  row: Row;
  names: RuleNames;
  discordButton: ReactNode;
  /** The membership ends if this is not repaired. */
  isUrgent: boolean;
};

/** What a requirement says, what was found, how old it is, and one repair or the reason why there is none. */
export function RequirementRow({ row, names, discordButton, isUrgent }: RowProps) {
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

const ROMAN = ["", "I", "II", "III", "IV", "V"];

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
                        trained === 0
                          ? t`untrained`
                          : t`at ${ph({ level: ROMAN[trained] ?? trained })}`,
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
