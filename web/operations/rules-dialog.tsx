import { ph, t } from "#web/language/macros.ts";
import { useState } from "react";
import type { OperationRules } from "#shared/operations/operations.ts";
import { GroupsField } from "#web/group-queries/group-search.tsx";
import { enumerated } from "#web/lib/sentence.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import { changeRulesMutation } from "./queries.ts";

type RulesDialogProps = { groupId: string; rules: OperationRules; onClose: () => void };

export default function RulesDialog({ groupId, rules, onClose }: RulesDialogProps) {
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
