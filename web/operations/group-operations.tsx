import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OperationRules } from "#shared/operations/operations.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { Button } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { rulesQuery, changeRulesMutation } from "./queries.ts";
import { GroupsField } from "#web/memberships/group-search.tsx";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";

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
      {isOpen && rules !== undefined && (
        <RulesDialog groupId={groupId} rules={rules} onClose={() => setIsOpen(false)} />
      )}
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

type RulesDialogProps = { groupId: string; rules: OperationRules; onClose: () => void };

function RulesDialog({ groupId, rules, onClose }: RulesDialogProps) {
  const [planners, setPlanners] = useState(rules.planners);
  const [isOnDiscord, setIsOnDiscord] = useState(rules.isOnDiscord);
  const isKept = planners === rules.planners;
  const dialog = useConfirmedChange(
    changeRulesMutation,
    { groupId, isOnDiscord, ...(!isKept && { plannersId: planners?.groupId ?? null }) },
    { done: t`Planning saved`, failed: t`The planning was not saved`, onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Planning of operations`}
      confirmLabel={t`Save planning`}
      busyLabel={t`Saving...`}
    >
      <div className="grid gap-4">
        <GroupsField
          label={t`Members who are also in this group plan too`}
          groups={
            planners === null
              ? []
              : [
                  {
                    key: planners.groupId ?? "",
                    text: planners.name ?? t`A group that you do not see`,
                  },
                ]
          }
          onAdd={({ key, text }) => setPlanners({ groupId: key, name: text })}
          onRemove={() => setPlanners(null)}
        />
        <CheckboxList
          legend={t`Discord`}
          options={[
            {
              value: "events",
              label: t`Show operations as events`,
              hint:
                rules.servers.length === 0
                  ? t`No Discord server has a role of this group yet.`
                  : t`Everyone on ${ph({ servers: enumerated(rules.servers) })} sees title, time and place, also people who are not in this group.`,
            },
          ]}
          value={isOnDiscord ? ["events"] : []}
          onChange={(chosen) => setIsOnDiscord(chosen.includes("events"))}
        />
      </div>
    </ConfirmDialog>
  );
}
