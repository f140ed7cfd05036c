import { Trans, t } from "#web/language/macros.ts";
import { RedeemCard } from "#web/groups/codes/redeem-card.tsx";
import { GroupList } from "#web/groups/list/group-list.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { GuestNote } from "#web/repairs/guest-note.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { useJoining } from "./use-joining.tsx";

export default function GroupsPage() {
  const { joining, dialog } = useJoining();
  const isGuest = useSession().user?.guest !== undefined;
  return (
    <>
      <PageHeader
        title={t`Discover Groups`}
        subtitle={t`Find the people you fly with`}
        actions={
          !isGuest && (
            <ButtonLink variant="primary" to={paths.createGroup} icon={<Icon name="plus" />}>
              <Trans>Create Group</Trans>
            </ButtonLink>
          )
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <GuestNote />
        <RedeemCard />
        <GroupList
          title={t`Available Groups`}
          pathOf={paths.group}
          joining={joining}
          createAction={
            !isGuest && (
              <ButtonLink variant="primary" to={paths.createGroup}>
                <Trans>Create the first group</Trans>
              </ButtonLink>
            )
          }
        />
      </div>
      {dialog}
    </>
  );
}
