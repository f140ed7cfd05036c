import { Trans, msg, plural, t, ph } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { ReactNode, CSSProperties } from "react";
import type { Group, JoinMode } from "#shared/groups/groups.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { requirementsQuery } from "#web/repairs/queries.ts";
import { countRows, toRows } from "#web/requirements-text/explained-causes.ts";
import type { OutcomeCounts } from "#web/requirements-text/explained-causes.ts";
import type { MembershipProblem } from "#shared/requirements/rule.ts";
import { DAY_MS } from "#shared/time.ts";
import { useNow } from "#web/lib/time.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { EveDay, EveMoment, TimeLeft } from "#web/ui/time.tsx";
import "#web/repairs/requirements.css";

const BUTTONS: Record<JoinMode, Message> = {
  open: msg`Join group`,
  approval: msg`Request to join`,
  invitation_only: msg`Invitation Only`,
};
const NEXT: Record<JoinMode, Message> = {
  open: msg`Then you can join.`,
  approval: msg`Then the owner or an admin decides.`,
  invitation_only: msg`You also need an invitation.`,
};

type RequiredProps = {
  group: Group;
  /** The way in for users who meet the requirements, or the way out for members. */
  children: ReactNode;
};

/** The membership in a group with requirements. */
export default function Required(props: RequiredProps) {
  return props.group.isMember ? <RequiredMember {...props} /> : <RequiredJoin {...props} />;
}

/** Until the requirements are met, the button stays visible and says what is missing. */
function RequiredJoin({ group, children }: RequiredProps) {
  const reasonId = useId();
  const { data, isError } = useQuery(requirementsQuery(group.id));
  const { joinMode, enrolment } = group;
  // The server checks again.
  if (isError && !data) return children;
  if (!data) return <Button isBusy>{say(BUTTONS[joinMode])}</Button>;
  if (data.rule === null) return children;
  const isMet = data.rule.explained.outcome === "met";
  const counts = countRows(toRows(data.rule.explained));
  if (enrolment === "automatic") {
    return (
      <p className="text-sm text-text-2">
        {isMet ? (
          <b className="font-medium text-text-1">{t`You meet the requirements.`}</b>
        ) : (
          <ToGo counts={counts} />
        )}
        {sentenceGap()}
        {isMet
          ? t`You become a member automatically, within a minute.`
          : t`Then you become a member automatically.`}
      </p>
    );
  }
  if (isMet) return children;
  return (
    <>
      <Button isDisabled aria-describedby={reasonId} icon={<Icon name="lock" />}>
        {say(BUTTONS[joinMode])}
      </Button>
      <p id={reasonId} className="text-sm text-text-2">
        <ToGo counts={counts} /> {say(NEXT[joinMode])}
      </p>
    </>
  );
}

/** "4 requirements to go. 3 are not met, and 1 is not known." */
function ToGo({ counts: { unmet, unknown } }: { counts: OutcomeCounts }) {
  return (
    <>
      <b className="font-medium text-text-1">
        {plural(
          { count: unmet + unknown },
          { one: "# requirement to go.", other: "# requirements to go." },
        )}
      </b>
      {sentenceGap()}
      {unknown > 0 &&
        (unmet > 0
          ? t`${plural(unmet, { one: "# is not met", other: "# are not met" })}, and ${plural(unknown, { one: "# is not known.", other: "# are not known." })}`
          : plural(unknown, { one: "# is not known.", other: "# are not known." }))}
    </>
  );
}

/** Until when the membership lasts, and the way out. */
function RequiredMember({ group, children }: RequiredProps) {
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
      {!isAutomatic && children}
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
        {t`The group's rule would not admit you; you stay as its owner.`}
      </p>
    );
  }
  return <p className="text-text-2">{t`You do not meet the requirements.`}</p>;
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
            <Trans>
              in <TimeLeft until={endsAt} />, then you are removed
            </Trans>
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
            <Trans>
              Since <EveMoment at={new Date(start).toISOString()} />
            </Trans>
          </span>
          <EveMoment at={endsAt} />
        </p>
      </div>
    </>
  );
}
