import { ph, t, Trans } from "#web/language/macros.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import type { SkillLevel } from "#shared/requirements/tree.ts";
import { cx } from "#web/lib/cx.ts";
import { skillName } from "#web/requirements-text/names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

type SkillListProps = {
  skills: SkillLevel[];
  missing: (SkillLevel & { trained: number })[];
  names: RuleNames;
};

const ROMAN = ["", "I", "II", "III", "IV", "V"];

/** The skills of a list, those that are missing first, with the level that is trained. */
export function SkillList({ skills, missing, names }: SkillListProps) {
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
