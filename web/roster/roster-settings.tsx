import { Trans, ph, t } from "#web/language/macros.ts";
import { inSuccession } from "#web/lib/sentence.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Roster, RosterSettings as Settings } from "#shared/corporations/roster.ts";
import { GroupSearch } from "#web/memberships/group-search.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { rosterSettingsMutation } from "./queries.ts";

type Props = { corporationId: number; settings: NonNullable<Roster["settings"]> };

/** Who else reads the list, and whether it has roles. For system administrators. */
export function RosterSettings({ corporationId, settings }: Props) {
  const { mutate, isPending } = useMutation(rosterSettingsMutation);
  const [isChoosing, setIsChoosing] = useState(false);
  const { group, readsRoles } = settings;
  const save = (change: Settings, done: string) =>
    mutate(
      { id: corporationId, ...change },
      {
        onSuccess: () => {
          setIsChoosing(false);
          toast.success(done);
        },
        onError: () => toast.error(t`The setting could not be saved. Please try again.`),
      },
    );
  return (
    <section
      id="corporation-lists"
      aria-labelledby="roster-settings"
      className="grid gap-4 border-t border-line-faint p-4 md:grid-cols-2"
    >
      <h2 id="roster-settings" className="sr-only">
        {t`Settings of the list`}
      </h2>
      <div className="min-w-0">
        <h3 className="font-ui text-md font-medium tracking-normal">{t`Who can see this`}</h3>
        <p className="mb-2 text-sm text-text-2">
          <Trans>
            System administrators, and the members of one group, such as the CEO and recruiters.
            Players see under My access when others read a list that they are on.
          </Trans>
        </p>
        {group !== null && !isChoosing ? (
          <div className="flex flex-wrap items-center gap-2">
            <bdi className="min-w-0 font-medium wrap-anywhere">{group.name}</bdi>
            <Button size="sm" onClick={() => setIsChoosing(true)}>
              {t`Change`}
            </Button>
            <Button
              size="sm"
              isBusy={isPending}
              busyLabel={t`Removing...`}
              onClick={() =>
                save(
                  { groupId: null },
                  t`${ph({ groupName: group.name })} no longer sees the members`,
                )
              }
            >
              {t`Remove`}
            </Button>
          </div>
        ) : (
          <div className="max-w-80">
            <GroupSearch
              onChoose={(groupId, name) => save({ groupId }, t`${name} sees the members now`)}
            />
          </div>
        )}
      </div>
      <div className="min-w-0">
        <h3 className="font-ui text-md font-medium tracking-normal">
          {t`Roles, titles and access lists`}
        </h3>
        <p className="mb-2 text-sm text-text-2">{rolesText(settings)}</p>
        <Button
          size="sm"
          isBusy={isPending}
          busyLabel={t`Saving...`}
          onClick={() =>
            save(
              { readsRoles: !readsRoles },
              readsRoles
                ? t`Roles, titles and access lists are no longer read`
                : t`Roles, titles and access lists are read from now on`,
            )
          }
        >
          {readsRoles ? (
            <Trans>
              Stop reading<VisuallyHidden> roles, titles and access lists</VisuallyHidden>
            </Trans>
          ) : (
            <Trans>
              Start reading<VisuallyHidden> roles, titles and access lists</VisuallyHidden>
            </Trans>
          )}
        </Button>
      </div>
    </section>
  );
}

function rolesText({
  readsRoles,
  canReadRoles,
  canReadTitles,
  canReadLists,
}: Props["settings"]): string {
  return inSuccession([needsText(), readsText()]);

  function needsText(): string {
    if (!canReadRoles) return t`No usable director has granted the access that this needs.`;
    if (canReadTitles && canReadLists) return "";
    return canReadTitles
      ? t`For access lists, a director has to grant director access again.`
      : t`For titles and access lists, a director has to grant director access again.`;
  }

  function readsText(): string {
    return readsRoles
      ? t`Muster reads who has high-risk roles and titles once an hour, and the access lists that directors manage every six hours.`
      : t`Not read for this list. Roles that requirements of groups need are read anyway.`;
  }
}
