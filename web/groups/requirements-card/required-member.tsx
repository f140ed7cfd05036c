import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { CSSProperties, ReactNode } from "react";
import type { Group } from "#shared/groups/groups.ts";
import type { MembershipProblem } from "#shared/requirements/rule.ts";
import { DAY_MS } from "#shared/time.ts";
import { eveMoment } from "#web/lib/time/time.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { EveDay, EveMoment, TimeLeft } from "#web/ui/time.tsx";
import { requirementsQuery } from "#web/repairs/queries.ts";
import "#web/repairs/requirements.css";

type Props = { group: Group; leave: ReactNode };

/** The membership of a user in a group with requirements: until when it lasts, and the way out. */
export default function RequiredMember({ group, leave }: Props) {
  const { data } = useQuery(requirementsQuery(group.id));
  // An owner stays, whatever the rule says.
  const isAutomatic = group.enrolment === "automatic" && !group.isOwner;
  const problem = data?.problem ?? null;
  return (
    <>
      {problem !== null ? (
        <Problem problem={problem} isOwner={group.isOwner} graceDays={data?.rule?.graceDays ?? 0} />
      ) : (
        isAutomatic && (
          <p className="text-text-2">
            <Trans>
              You are a member because you meet the requirements. Membership is automatic, so you
              cannot leave.
            </Trans>
          </p>
        )
      )}
      {!isAutomatic && leave}
    </>
  );
}

type ProblemProps = { problem: MembershipProblem; isOwner: boolean; graceDays: number };

function Problem({ problem, isOwner, graceDays }: ProblemProps) {
  const { outcome, since, graceEndsAt, isHeld } = problem;
  if (isHeld) {
    return (
      <p className="text-text-2">
        <Trans>
          <b className="block font-medium text-text-1">Your removal waits for a decision.</b>
          An administrator decides about several removals from this group. You stay a member until
          then.
        </Trans>
      </p>
    );
  }
  if (graceEndsAt !== null) {
    return <Grace since={since} endsAt={graceEndsAt} graceDays={graceDays} />;
  }
  if (outcome === "unknown") {
    return (
      <p className="text-text-2">
        <Trans>
          <b className="block font-medium text-text-1">
            Not checked since <EveDay at={since} />
          </b>
          Something could not be read. You stay a member.
        </Trans>
      </p>
    );
  }
  if (isOwner) {
    return (
      <p className="text-text-2">
        <Trans>The group's rule would not admit you; you stay as its owner.</Trans>
      </p>
    );
  }
  return (
    <p className="text-text-2">
      <Trans>You do not meet the requirements.</Trans>
    </p>
  );
}

type GraceProps = { since: string; endsAt: string; graceDays: number };

/** What ends and when, as a line with now on it. */
function Grace({ since, endsAt, graceDays }: GraceProps) {
  const now = useNow("minute");
  const end = Date.parse(endsAt);
  const start = Math.max(Date.parse(since), end - graceDays * DAY_MS);
  const share = Math.min(1, Math.max(0, (now - start) / (end - start || 1)));
  const style: CSSProperties & Record<"--share", number> = { "--share": share };
  return (
    <>
      <div>
        <p className="font-display text-xl/tight font-semibold tabular-nums">
          <Trans>
            Grace ends <EveMoment at={endsAt} />
          </Trans>
        </p>
        <p className="mt-0.5 text-sm text-text-2 tabular-nums">
          {end > now ? (
            <>
              <Trans>
                in <TimeLeft until={endsAt} />, then you are removed
              </Trans>
            </>
          ) : (
            t`You are removed within minutes`
          )}
        </p>
      </div>
      <div className="grid gap-1.5">
        <div aria-hidden="true" className="span-bar" style={style} />
        <VisuallyHidden>
          <Trans>{ph({ percent: Math.round(share * 100) })} % of the grace period is over.</Trans>
        </VisuallyHidden>
        <p className="flex justify-between text-xs text-text-2">
          <span>
            <Trans>Since {ph({ time: eveMoment(start, now).replace(" EVE", "") })}</Trans>
          </span>
          <span>{eveMoment(end, now)}</span>
        </p>
      </div>
    </>
  );
}
