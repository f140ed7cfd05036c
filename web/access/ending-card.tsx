import { Trans, t } from "#web/language/macros.ts";
import { useId } from "react";
import type { ReactNode } from "react";
import type { HeldAccess } from "#shared/pilots/access.ts";
import { paths } from "#web/lib/paths.ts";
import CauseLine from "#web/repairs/cause-line.tsx";
import { RepairButton } from "#web/repairs/repair-button.tsx";
import { firstRepair } from "#web/repairs/repair.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";
import { EveMoment, TimeLeft } from "#web/ui/time.tsx";

type Props = { item: HeldAccess; discordButton: ReactNode };

/** Access that ends soon, why, and what repairs it. */
export function EndingCard({ item, discordButton }: Props) {
  const titleId = useId();
  const { groupId, groupName, problem } = item;
  if (problem?.graceEndsAt == null) return null;
  const repair = firstRepair(problem.causes);
  const isButton = repair !== null && typeof repair !== "string" && repair.kind !== "skills";
  return (
    <Card className="border-warn-dim" labelledBy={titleId}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <OutcomeMark tone="attention" />
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={titleId} className="text-lg wrap-anywhere">
            <Trans>
              Your membership of <bdi>{groupName}</bdi> ends <EveMoment at={problem.graceEndsAt} />,
              in{" "}
              <span className="whitespace-nowrap">
                <TimeLeft until={problem.graceEndsAt} />
              </span>
            </Trans>
          </h2>
          <p className="text-sm wrap-anywhere text-text-2">
            <CauseLine causes={problem.causes} viewpoint="own" />
          </p>
          {typeof repair === "string" && <p className="text-sm text-text-2">{repair}</p>}
        </div>
        {isButton ? (
          <RepairButton
            repair={repair}
            variant="primary"
            discordButton={discordButton}
            describedBy={titleId}
          />
        ) : (
          <ButtonLink size="sm" to={paths.group(groupId)} aria-describedby={titleId}>
            {repair !== null && typeof repair !== "string" ? t`See the skills` : t`Open group`}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
