import { t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { Group } from "#shared/groups/groups.ts";
import { FeedSetting } from "#web/discord/feed-setting.tsx";
import { useSession } from "#web/lib/api/session.ts";
import type { Anchor } from "#web/lib/anchors.ts";
import { paths } from "#web/lib/paths.ts";
import { OperationsSetting } from "#web/operations/group-operations.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { GroupDialogName } from "./group-dialogs.tsx";

const GroupDialog = lazy(() => import("./group-dialogs.tsx"));
const TransferSetting = lazy(() => import("#web/groups/members/transfer-setting.tsx"));

type SettingsPanelProps = {
  group: Group;
  /** Where to go once the group is deleted. */
  listPath: string;
};

export default function SettingsPanel({ group, listPath }: SettingsPanelProps) {
  const [open, setOpen] = useState<GroupDialogName>();
  const isAdministrator = useSession().user?.is_admin === true;
  return (
    <div className="divide-y divide-line-faint">
      {group.can.edit && (
        <Setting
          anchor="group-details"
          title={t`Details`}
          text={t`Name, description, category, visibility, join mode and how long a membership lasts.`}
        >
          <Button icon={<Icon name="edit" />} onClick={() => setOpen("edit")}>
            {t`Edit group`}
          </Button>
        </Setting>
      )}
      {group.can.edit && (
        <FeedSetting
          anchor="group-posts"
          subject={{ groupId: group.id }}
          text={t`Requests, members who come and go, and grace periods, in a channel of your choice.`}
        />
      )}
      {group.can.edit && <OperationsSetting groupId={group.id} />}
      {isAdministrator && !group.isMember && (
        <Setting
          anchor="group-emergency"
          title={t`Emergency access`}
          text={t`Be a member for up to four hours, with a reason. The owner and the admins are told.`}
        >
          <Button icon={<Icon name="alert" />} onClick={() => setOpen("emergency")}>
            {t`Take access`}
          </Button>
        </Setting>
      )}
      {group.can.edit && (
        <Setting
          anchor="group-reviews"
          title={t`Reviews`}
          text={t`Confirm the members every few months, with what Muster knows of them beside each name.`}
        >
          <ButtonLink to={paths.groupReview(group.id)}>{t`Review members`}</ButtonLink>
        </Setting>
      )}
      {group.can.edit && (
        <Setting
          anchor="group-form"
          title={t`Form and reviewers`}
          text={t`Questions for players who request to join, what they are asked to share, and who reviews.`}
        >
          <ButtonLink to={paths.groupForm(group.id)}>{t`Edit form`}</ButtonLink>
        </Setting>
      )}
      {group.can.transfer && (
        <Suspense>
          <TransferSetting group={group} />
        </Suspense>
      )}
      {group.can.delete && (
        <Setting
          anchor="group-deletion"
          title={t`Deletion`}
          text={t`Deletes the group with its memberships, requests, invitations and codes. This cannot be undone.`}
        >
          <Button variant="danger" icon={<Icon name="trash" />} onClick={() => setOpen("delete")}>
            {t`Delete group`}
          </Button>
        </Setting>
      )}
      <Suspense>
        {open && (
          <GroupDialog
            name={open}
            group={group}
            listPath={listPath}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}

type SettingProps = { anchor: Anchor; title: string; text: string; children: ReactNode };

function Setting({ anchor, title, text, children }: SettingProps) {
  return (
    <section id={anchor} className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lg">{title}</h2>
        <p className="mt-0.5 max-w-[60ch] text-text-2">{text}</p>
      </div>
      {children}
    </section>
  );
}
