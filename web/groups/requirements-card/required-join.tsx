import { Trans, msg, plural, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/enumerated.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { ReactNode } from "react";
import type { Group, JoinMode } from "#shared/groups/groups.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { requirementsQuery } from "#web/repairs/queries.ts";
import { countRows, toRows } from "#web/requirements-text/requirement-rows.ts";
import type { Counts } from "#web/requirements-text/requirement-rows.ts";

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

type Props = {
  group: Group;
  /** The way in for users who meet the requirements. */
  children: ReactNode;
};

/** Until the requirements are met, the button stays visible and says what is missing. */
export default function RequiredJoin({ group, children }: Props) {
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
          <b className="font-medium text-text-1">
            <Trans>You meet the requirements.</Trans>
          </b>
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
function ToGo({ counts: { unmet, unknown } }: { counts: Counts }) {
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
