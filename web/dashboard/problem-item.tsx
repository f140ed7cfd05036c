import type { ReactNode } from "react";
import type { Waiting } from "#shared/groups/groups.ts";
import { paths } from "#web/lib/paths.ts";
import CauseLine from "#web/repairs/cause-line.tsx";
import { RepairButton } from "#web/repairs/repair-button.tsx";
import { firstRepair } from "#web/repairs/repair.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EveMoment, TimeLeft } from "#web/ui/time.tsx";
import { AttentionRow } from "./attention-row.tsx";

type Problem = Waiting["problems"][number];
type ProblemItemProps = { problem: Problem; discordButton: ReactNode };

/** A membership of the user that ends, or that cannot be checked, with what repairs it. */
export default function ProblemItem({ problem, discordButton }: ProblemItemProps) {
  const { groupId, causes } = problem;
  const repair = firstRepair(causes);
  const isButton = repair !== null && typeof repair !== "string" && repair.kind !== "skills";
  return (
    <AttentionRow
      chip={<State problem={problem} />}
      title={<Title problem={problem} />}
      text={
        <>
          <CauseLine causes={causes} viewpoint="own" />
          {problem.graceEndsAt !== null && !problem.isHeld && (
            <>
              {" "}
              <span className="whitespace-nowrap">
                In <TimeLeft until={problem.graceEndsAt} />.
              </span>
            </>
          )}
        </>
      }
      action={(titleId) =>
        isButton ? (
          <RepairButton repair={repair} discordButton={discordButton} describedBy={titleId} />
        ) : (
          <ButtonLink size="sm" to={paths.group(groupId)} aria-describedby={titleId}>
            {repair !== null && typeof repair !== "string" ? "See the skills" : "Open group"}
          </ButtonLink>
        )
      }
    />
  );
}

function State({ problem: { outcome, graceEndsAt, isHeld, isOwner } }: { problem: Problem }) {
  if (isHeld) {
    return (
      <Chip tone="warn" icon="pause">
        Removal held
      </Chip>
    );
  }
  if (outcome === "unknown" && graceEndsAt === null) return <Chip tone="unknown">Not checked</Chip>;
  if (isOwner) return <Chip tone="warn">Requirements not met</Chip>;
  return (
    <Chip tone="warn" icon="clock">
      Membership ends
    </Chip>
  );
}

function Title({
  problem: { groupName, graceEndsAt, isHeld, isOwner, outcome },
}: {
  problem: Problem;
}) {
  const name = <bdi>{groupName}</bdi>;
  if (isHeld) return <>Your removal from {name} waits for a decision</>;
  if (graceEndsAt !== null) {
    return (
      <>
        {name} ends <EveMoment at={graceEndsAt} />
      </>
    );
  }
  if (outcome === "unknown") return <>{name} cannot check your requirements</>;
  if (isOwner) return <>The rule of {name} would not admit you; you stay as its owner</>;
  return <>You do not meet the requirements of {name}</>;
}
