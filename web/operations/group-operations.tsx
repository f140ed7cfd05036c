import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { OperationRules } from "#shared/operations/operations.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { Button } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { rulesQuery } from "./queries.ts";

const RulesDialog = lazy(() => import("./rules-dialog.tsx"));

/** Who plans operations of a group, and whether Discord shows them. For its owner. */
export function OperationsSetting({ groupId }: { groupId: string }) {
  const { data: rules, isError, refetch } = useQuery(rulesQuery(groupId));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section id="group-operations" className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lg">{t`Operations`}</h2>
          <p className="mt-0.5 max-w-[60ch] text-text-2">
            <Trans>
              Who plans fleets, timers, moons and meetings, and whether Discord shows them.
            </Trans>
          </p>
          {rules !== undefined && <p className="mt-1 text-sm text-text-2">{textOf(rules)}</p>}
        </div>
        <Button isDisabled={rules === undefined} onClick={() => setIsOpen(true)}>
          {t`Change planning`}
        </Button>
      </div>
      {isError && <LoadFailed title={t`The planning could not be loaded`} onRetry={refetch} />}
      <Suspense>
        {isOpen && rules !== undefined && (
          <RulesDialog groupId={groupId} rules={rules} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </section>
  );
}

function textOf({ planners, isOnDiscord, servers }: OperationRules): string {
  const who =
    planners === null
      ? t`The owner and the admins plan.`
      : t`The owner, the admins and members who are in ${ph({ group: planners.name ?? t`a group that you do not see` })} plan.`;
  if (!isOnDiscord) return who;
  const where =
    servers.length === 0
      ? t`No Discord server has a role of this group yet.`
      : t`Shown as events on ${ph({ servers: enumerated(servers) })}.`;
  return `${who} ${where}`;
}
