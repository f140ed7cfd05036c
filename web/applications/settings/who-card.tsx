import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { useState } from "react";
import { TOKEN_TTL_SECONDS } from "#shared/applications/applications.ts";
import type { Application, GroupRef } from "#shared/applications/applications.ts";
import { GroupsField } from "#web/memberships/group-search.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { useSetting } from "#web/applications/queries.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

/** The group that opens the door, and the groups that the application is told about. */
export default function WhoCard({ application }: { application: Application }) {
  const { name, requiredGroup, grantedGroups } = application;
  const { save, failure } = useSetting(application);
  const [asked, setAsked] = useState<{ group: GroupRef | null }>();
  const granted = grantedGroups.map(({ id, name: text }) => ({ key: id, text }));
  const writable = grantedGroups
    .filter(({ isWritable }) => isWritable)
    .map(({ id, name: text }) => ({ key: id, text }));
  const grant = (ids: string[]) => save({ grantedGroupIds: ids });
  return (
    <Card
      anchor="application-people"
      title={t`Who can sign in`}
      actions={
        <span className="text-sm text-text-2">
          {requiredGroup === null
            ? t`Every player`
            : plural(
                { memberCount: requiredGroup.memberCount },
                { one: "# person", other: "# people" },
              )}
        </span>
      }
    >
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <section className="grid content-start gap-2">
          <h3 className="font-ui text-sm font-medium tracking-normal">{t`Required group`}</h3>
          <GroupsField
            label={requiredGroup === null ? t`Choose a group` : t`Choose another group`}
            groups={
              requiredGroup === null
                ? []
                : [{ key: requiredGroup.id, text: requiredGroup.name ?? t`A deleted group` }]
            }
            onAdd={({ key, text }) => setAsked({ group: { id: key, name: text } })}
            onRemove={() => setAsked({ group: null })}
          />
          {requiredGroup?.name === null && (
            <p className="text-sm text-danger">
              <Trans>
                Its group was deleted: no player can sign in until you choose another one.
              </Trans>
            </p>
          )}
          <p className="text-xs text-text-2">
            <Trans>
              Checked at each sign-in and each renewal. A person who leaves is signed out of {name}{" "}
              at the latest {ph({ minutes: MINUTES })} minutes later, if it renews or has a
              back-channel logout.
            </Trans>
          </p>
        </section>
        <section className="grid content-start gap-2">
          <h3 className="font-ui text-sm font-medium tracking-normal">
            {t`Groups it is told about`}
          </h3>
          <GroupsField
            label={t`Add a group`}
            groups={granted}
            onAdd={({ key }) => grant([...granted.map((group) => group.key), key])}
            onRemove={(id) => grant(granted.map(({ key }) => key).filter((key) => key !== id))}
          />
          <p className="text-xs text-text-2">
            {t`It learns which of these a person is in, and nothing about other groups.`}
          </p>
          <LossNote application={application} />
        </section>
        <section className="grid content-start gap-2">
          <h3 className="font-ui text-sm font-medium tracking-normal">
            {t`Groups whose members it may change`}
          </h3>
          <GroupsField
            label={t`Add a group that it may change`}
            groups={writable}
            onAdd={({ key }) =>
              save({
                grantedGroupIds: [...new Set([...granted.map((group) => group.key), key])],
                writableGroupIds: [...writable.map((group) => group.key), key],
              })
            }
            onRemove={(id) =>
              save({ writableGroupIds: writable.map(({ key }) => key).filter((key) => key !== id) })
            }
          />
          <p className="text-xs text-text-2">
            {t`With a token that has the right. It is told about these groups, too.`}
          </p>
        </section>
      </div>
      {failure !== undefined && (
        <div className="mt-4">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      {asked !== undefined && (
        <RequireDialog
          application={application}
          group={asked.group}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

const MINUTES = TOKEN_TTL_SECONDS / 60;

/** Within what time the application is certain to notice that a person has lost a group it is told about. */
function LossNote({ application }: { application: Application }) {
  const { backchannelLogoutUri, tellsLostGroups, claims, grantedGroups } = application;
  if (!claims.includes("groups") || grantedGroups.length === 0) return null;
  const isTold = backchannelLogoutUri !== null && tellsLostGroups;
  return (
    <p className="text-xs text-text-2">
      {isTold
        ? t`When a person loses one of them, Muster calls the back-channel logout within two minutes, and the next sign-in has the groups that the person still has.`
        : t`A loss is certain to be noticed within ${MINUTES} minutes if the application renews its tokens, and otherwise when its own session ends: let that end after ${MINUTES} minutes, or add a back-channel logout.`}
    </p>
  );
}

type RequireDialogProps = {
  application: Application;
  /** Null: every player. */
  group: GroupRef | null;
  onClose: () => void;
};

/** Asks first, because the change applies to all players at once. */
function RequireDialog({ application, group, onClose }: RequireDialogProps) {
  const { save, isPending, failure } = useSetting(application);
  const name = <bdi>{application.name}</bdi>;
  return (
    <ConfirmDialog
      title={group === null ? t`Let every player sign in?` : t`Require this group?`}
      description={
        group === null ? (
          <Trans>Every member of the community can then sign in to {name}.</Trans>
        ) : (
          <Trans>
            Only members of <bdi className="font-medium">{ph({ groupName: group.name })}</bdi> can
            then sign in to {name}. Sessions of other people end.
          </Trans>
        )
      }
      confirmLabel={group === null ? t`Let every player in` : t`Require the group`}
      busyLabel={t`Saving...`}
      isBusy={isPending}
      error={failure}
      onClose={onClose}
      onConfirm={() => save({ requiredGroupId: group?.id ?? null }, { onSaved: onClose })}
    />
  );
}
