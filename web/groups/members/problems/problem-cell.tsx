import { Trans, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/enumerated.ts";
import { lazy, Suspense } from "react";
import type { GroupMember } from "#shared/groups/groups.ts";
import type { MembershipProblem } from "#shared/requirements/rule.ts";
import { DAY_MS } from "#shared/time.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { Chip } from "#web/ui/chip.tsx";
import { EveDay, EveMoment } from "#web/ui/time.tsx";

const CauseLine = lazy(() => import("#web/repairs/cause-line.tsx"));

/** As `UNCHECKED_AFTER_DAYS` of the contract, whose module has schemas. */
const UNCHECKED_AFTER_DAYS = 14;

/** Whether a leader should know of it: the end of a membership, or a long time without evidence. */
function isShown({ outcome, since }: MembershipProblem): boolean {
  return outcome === "unmet" || serverNow() - Date.parse(since) >= UNCHECKED_AFTER_DAYS * DAY_MS;
}

/** Why and until when a member stays. The owner's problem stands above the table. */
export function ProblemCell({ member: { problem, role } }: { member: GroupMember }) {
  if (problem === null || role === "owner" || !isShown(problem)) return null;
  return (
    <div className="cell-wide max-w-md py-1">
      <ProblemChip problem={problem} />
      <p className="mt-1 min-h-lh text-sm wrap-anywhere text-text-2">
        <Suspense>
          <CauseLine causes={problem.causes} viewpoint="other" />
        </Suspense>
        {problem.outcome === "unknown" && (
          <>
            {sentenceGap()}
            {t`Stays a member.`}
          </>
        )}
      </p>
    </div>
  );
}

function ProblemChip({ problem: { outcome, since, graceEndsAt, isHeld } }: ProblemChipProps) {
  if (isHeld) {
    return (
      <Chip tone="warn" icon="pause">
        <Trans>Removal held</Trans>
      </Chip>
    );
  }
  if (outcome === "unknown" && graceEndsAt === null) {
    return (
      <Chip tone="unknown">
        <span>
          <Trans>
            Not checked since <EveDay at={since} />
          </Trans>
        </span>
      </Chip>
    );
  }
  return (
    <Chip tone="warn" icon="clock">
      {graceEndsAt === null ? (
        t({ context: "several requirements", message: "Not met" })
      ) : (
        <span>
          <Trans>
            Grace ends <EveMoment at={graceEndsAt} />
          </Trans>
        </span>
      )}
    </Chip>
  );
}

type ProblemChipProps = { problem: MembershipProblem };
