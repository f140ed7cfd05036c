import { Trans, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import { paths } from "#web/lib/paths.ts";
import CauseLine from "#web/repairs/cause-line.tsx";
import { RepairButton, firstRepair } from "#web/repairs/repair-button.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EveMoment, TimeLeft } from "#web/ui/time.tsx";
import { AttentionRow } from "./attention-row.tsx";

type Problem = Waiting["problems"][number];

/** A membership of the user that ends, or that cannot be checked, with what repairs it. */
export default function ProblemItem({ problem }: { problem: Problem }) {
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
              {sentenceGap()}
              <span className="whitespace-nowrap">
                <Trans>
                  In <TimeLeft until={problem.graceEndsAt} />.
                </Trans>
              </span>
            </>
          )}
        </>
      }
      action={(titleId) =>
        isButton ? (
          <RepairButton repair={repair} describedBy={titleId} />
        ) : (
          <ButtonLink size="sm" to={paths.group(groupId)} aria-describedby={titleId}>
            {repair !== null && typeof repair !== "string" ? t`See the skills` : t`Open group`}
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
        {t`Removal held`}
      </Chip>
    );
  }
  if (outcome === "unknown" && graceEndsAt === null)
    return (
      <Chip tone="unknown">
        <Trans context="several requirements">Not checked</Trans>
      </Chip>
    );
  if (isOwner) return <Chip tone="warn">{t`Requirements not met`}</Chip>;
  return (
    <Chip tone="warn" icon="clock">
      {t`Membership ends`}
    </Chip>
  );
}

function Title({
  problem: { groupName, graceEndsAt, isHeld, isOwner, outcome },
}: {
  problem: Problem;
}) {
  const name = <bdi>{groupName}</bdi>;
  if (isHeld) return <Trans>Your removal from {name} waits for a decision</Trans>;
  if (graceEndsAt !== null) {
    return (
      <Trans>
        Your membership of {name} ends <EveMoment at={graceEndsAt} />
      </Trans>
    );
  }
  if (outcome === "unknown") return <Trans>{name} cannot check your requirements</Trans>;
  if (isOwner) return <Trans>The rule of {name} would not admit you; you stay as its owner</Trans>;
  return <Trans>You do not meet the requirements of {name}</Trans>;
}
