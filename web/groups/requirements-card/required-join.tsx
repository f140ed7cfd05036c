import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { ReactNode } from "react";
import type { Group, JoinMode } from "#shared/groups/groups.ts";
import { formatCount } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { requirementsQuery } from "#web/repairs/queries.ts";
import { countRows, toRows } from "#web/requirements-text/requirement-rows.ts";
import type { Counts } from "#web/requirements-text/requirement-rows.ts";

const BUTTONS: Record<JoinMode, string> = {
  open: "Join group",
  approval: "Request to join",
  invitation_only: "Invitation Only",
};
const NEXT: Record<JoinMode, string> = {
  open: "Then you can join.",
  approval: "Then the owner or an admin decides.",
  invitation_only: "You also need an invitation.",
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
  if (!data) return <Button isBusy>{BUTTONS[joinMode]}</Button>;
  if (data.rule === null) return children;
  const isMet = data.rule.explained.outcome === "met";
  const counts = countRows(toRows(data.rule.explained));
  if (enrolment === "automatic") {
    return (
      <p className="text-sm text-text-2">
        {isMet ? (
          <b className="font-medium text-text-1">You meet the requirements.</b>
        ) : (
          <ToGo counts={counts} />
        )}{" "}
        {isMet
          ? "You become a member automatically, within a minute."
          : "Then you become a member automatically."}
      </p>
    );
  }
  if (isMet) return children;
  return (
    <>
      <Button isDisabled aria-describedby={reasonId} icon={<Icon name="lock" />}>
        {BUTTONS[joinMode]}
      </Button>
      <p id={reasonId} className="text-sm text-text-2">
        <ToGo counts={counts} /> {NEXT[joinMode]}
      </p>
    </>
  );
}

/** "4 requirements to go. 3 are not met, and 1 is not known." */
function ToGo({ counts: { unmet, unknown } }: { counts: Counts }) {
  return (
    <>
      <b className="font-medium text-text-1">
        {formatCount(unmet + unknown, "requirement")} to go.
      </b>{" "}
      {unknown > 0 &&
        (unmet > 0
          ? `${be(unmet)} not met, and ${be(unknown)} not known.`
          : `${be(unknown)} not known.`)}
    </>
  );
}

function be(count: number): string {
  return count === 1 ? "1 is" : `${count} are`;
}
