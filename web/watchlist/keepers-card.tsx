import { Trans, t } from "#web/language/macros.ts";
import { useState } from "react";
import type { Watchlist } from "#shared/watchlist.ts";
import { GroupsField } from "#web/groups/group/groups-field.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { updateKeepersMutation } from "./queries.ts";

/** Who keeps the list with the administrators: only they choose it. */
export function KeepersCard({ keepers }: Pick<Watchlist, "keepers">) {
  const saved = keepers && { key: keepers.groupId, text: keepers.name };
  const [group, setGroup] = useState(saved);
  const { act, isPending, failure } = useAction(
    updateKeepersMutation,
    t`Failed to save the keepers`,
  );
  return (
    <Card anchor="watchlist-keepers" title={t`Keepers`}>
      <Form
        className="grid max-w-128 gap-4"
        onSubmit={() =>
          void act(group?.key ?? null, { onSuccess: () => toast.success(t`Keepers saved`) })
        }
      >
        <p className="text-text-2">
          <Trans>
            Administrators keep the watchlist, and the members of one group if you choose it. No one
            else can see that there is a watchlist.
          </Trans>
        </p>
        <GroupsField
          label={t`Group of keepers`}
          groups={group ? [group] : []}
          onAdd={setGroup}
          onRemove={() => setGroup(null)}
        />
        {failure && <Alert tone="danger">{failure}</Alert>}
        <Button
          type="submit"
          className="justify-self-start"
          isDisabled={group?.key === saved?.key}
          isBusy={isPending}
          busyLabel={t`Saving...`}
        >
          <Trans>Save keepers</Trans>
        </Button>
      </Form>
    </Card>
  );
}
