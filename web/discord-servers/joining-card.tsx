import { Trans, t } from "#web/language/macros.ts";
import { GroupsField } from "#web/groups/group/groups-field.tsx";
import { Card } from "#web/ui/card.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";

/** The group whose linked members can join the server from their dashboard. */
export function JoiningCard({ draft }: { draft: SettingsDraft }) {
  const { settings, groupNames, change, learn } = draft;
  const { joinGroupId } = settings;
  return (
    <Card anchor="server-joining" title={t`Joining`}>
      <div className="max-w-xl">
        <p className="mb-3 text-sm text-text-2">
          <Trans>
            Linked members of this group find the server on their dashboard and join it with one
            click, without an invite link.
          </Trans>
        </p>
        <GroupsField
          label={t`Group that may join`}
          groups={
            joinGroupId === null
              ? []
              : [{ key: joinGroupId, text: groupNames[joinGroupId] ?? t`A deleted group` }]
          }
          onAdd={({ key, text }) => {
            learn(key, text);
            change({ joinGroupId: key });
          }}
          onRemove={() => change({ joinGroupId: null })}
        />
      </div>
    </Card>
  );
}
