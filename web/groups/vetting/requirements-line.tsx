import { t } from "#web/language/macros.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { ReviewedRequirements } from "#shared/groups/request-pages.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { causesText } from "#web/requirements-text/cause-text.ts";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";
import { Sentence } from "#web/ui/sentence.tsx";

/** Whether the pilot meets the requirements of the group now, and what is missing. */
export function RequirementsLine({ requirements }: { requirements: ReviewedRequirements }) {
  const now = useNow("minute");
  const { outcome, causes } = requirements;
  return (
    <div className="mt-3 flex gap-2.5">
      <OutcomeMark tone={outcome} />
      <div className="min-w-0">
        <p className="leading-6">{outcomeText(outcome)}</p>
        {outcome !== "met" && causes.length > 0 && (
          <p className="text-sm leading-snug wrap-anywhere text-text-2">
            <Sentence pieces={causesText(causes, "other", now)} />
          </p>
        )}
      </div>
    </div>
  );
}

export function outcomeText(outcome: Outcome): string {
  if (outcome === "met") return t`Meets the requirements.`;
  return outcome === "unmet"
    ? t`Does not meet the requirements.`
    : t`Muster does not know whether the requirements are met.`;
}
