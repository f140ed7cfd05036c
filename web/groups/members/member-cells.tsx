import { Trans, t, ph } from "#web/language/macros.ts";
import type { GroupMember } from "#shared/groups/groups.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { DateOnly, EveDay, EveMoment } from "#web/ui/time.tsx";
import { DAY_MS } from "#shared/time.ts";
import { serverNow } from "#web/lib/clock.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { MenuItem } from "#web/ui/menu.tsx";
import { sentenceGap } from "#web/lib/sentence.ts";
import { lazy, Suspense } from "react";
import { UNCHECKED_AFTER_DAYS } from "#shared/requirements/limits.ts";
import type { MembershipProblem } from "#shared/requirements/rule.ts";
import { userName } from "#web/lib/labels.ts";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";

export function MemberName({ member }: { member: GroupMember }) {
  const { mainCharacterId, mainCharacterName, ticker, suspension } = member;
  return (
    <PilotName characterId={mainCharacterId} name={mainCharacterName} ticker={ticker}>
      <SuspendedChip suspension={suspension} />
      <EndChips member={member} />
    </PilotName>
  );
}

export function JoinedAt({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap text-text-2">
      <span className="md:hidden">
        <Trans>Joined</Trans>{" "}
      </span>
      <DateOnly at={at} />
    </span>
  );
}

const SOON_MS = 7 * DAY_MS;

/** Until when a membership lasts. */
function EndChips({ member: { endsAt, isEmergency } }: { member: GroupMember }) {
  if (isEmergency) {
    return (
      <Chip tone="warn" icon="alert">
        {endsAt === null ? (
          t`Emergency access`
        ) : (
          <Trans>
            Emergency access until <EveMoment at={endsAt} />
          </Trans>
        )}
      </Chip>
    );
  }
  if (endsAt === null) return null;
  const isSoon = Date.parse(endsAt) - serverNow() < SOON_MS;
  return (
    <Chip tone={isSoon ? "warn" : "neutral"} icon="clock">
      <Trans>
        Until <EveDay at={endsAt} />
      </Trans>
    </Chip>
  );
}

export type MemberAction =
  | "makeOwner"
  | "makeAdmin"
  | "removeAdmin"
  | "setEnd"
  | "remove"
  | "suspend"
  | "lift";

type Item = Omit<MenuItem, "onSelect"> & { action: MemberAction };
type Viewer = { isAdministration: boolean; isSelf: boolean };

/** What the viewer may do with a member. Administrators also see what is not possible with the owner. */
export function actionsOn({ can, role, suspension }: GroupMember, viewer: Viewer): Item[] {
  const { isAdministration, isSelf } = viewer;
  const items: (Item | false)[] = [
    can.makeOwner && { action: "makeOwner", label: t`Make Owner`, icon: <Icon name="crown" /> },
    can.makeAdmin && { action: "makeAdmin", label: t`Make Admin`, icon: <Icon name="shield" /> },
    can.removeAdmin && {
      action: "removeAdmin",
      label: t`Remove Admin`,
      icon: <Icon name="shield" />,
    },
    can.setEnd && { action: "setEnd", label: t`Set end`, icon: <Icon name="clock" /> },
    isAdministration &&
      !isSelf &&
      (suspension
        ? { action: "lift", label: t`Lift suspension`, icon: <Icon name="lock" /> }
        : { action: "suspend", label: t`Suspend`, icon: <Icon name="lock" /> }),
    (can.remove || isAdministration) && {
      action: "remove",
      label: t({ context: "member", message: "Remove" }),
      icon: <Icon name="close" />,
      isDangerous: true,
      ...(role === "owner" && { disabledBecause: t`Make another member the owner first` }),
    },
  ];
  return items.filter((item) => item !== false);
}

const CauseLine = lazy(() => import("#web/repairs/cause-line.tsx"));

/** Whether a leader sees the problem: the membership ends, or there is no evidence for a long time. */
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
        {problem.outcome === "unknown" && sentenceGap() + t`Stays a member.`}
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

/** An owner who does not meet the requirements is not removed, but shown. */
export function OwnerNote({ members }: { members: readonly GroupMember[] }) {
  const owner = members.find(({ role }) => role === "owner");
  if (owner?.problem?.outcome !== "unmet") return null;
  return (
    <div className="flex items-start gap-3 border-b border-line-faint px-4 py-3">
      <OutcomeMark tone="attention" />
      <p className="min-w-0 flex-1 wrap-anywhere text-text-2">
        <Trans>
          <b className="font-medium text-text-1">
            <bdi>{ph({ name: userName(owner.mainCharacterName) })}</bdi>, the owner, does not meet
            the requirements:
          </b>
        </Trans>{" "}
        <Suspense>
          <CauseLine causes={owner.problem.causes} viewpoint="other" />
        </Suspense>{" "}
        <Trans>Owners stay members.</Trans>
      </p>
    </div>
  );
}
