import { t } from "#web/language/macros.ts";
import type { GroupMember } from "#shared/groups/groups.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { MenuItem } from "#web/ui/menu/menu.tsx";

export type MemberAction =
  | "makeOwner"
  | "makeAdmin"
  | "removeAdmin"
  | "setEnd"
  | "remove"
  | "suspend"
  | "lift";

type Item = Omit<MenuItem, "onSelect"> & { action: MemberAction };
type Viewer = { isAdministration: boolean; isSelf: boolean };

/** What the viewer may do with a member. Administrators also see what is not possible with the owner. */
export function actionsOn({ can, role, suspension }: GroupMember, viewer: Viewer): Item[] {
  const { isAdministration, isSelf } = viewer;
  const items: (Item | false)[] = [
    can.makeOwner && { action: "makeOwner", label: t`Make Owner`, icon: <Icon name="crown" /> },
    can.makeAdmin && { action: "makeAdmin", label: t`Make Admin`, icon: <Icon name="shield" /> },
    can.removeAdmin && {
      action: "removeAdmin",
      label: t`Remove Admin`,
      icon: <Icon name="shield" />,
    },
    can.setEnd && { action: "setEnd", label: t`Set end`, icon: <Icon name="clock" /> },
    isAdministration &&
      !isSelf &&
      (suspension
        ? { action: "lift", label: t`Lift suspension`, icon: <Icon name="lock" /> }
        : { action: "suspend", label: t`Suspend`, icon: <Icon name="lock" /> }),
    (can.remove || isAdministration) && {
      action: "remove",
      label: t({ context: "member", message: "Remove" }),
      icon: <Icon name="close" />,
      isDangerous: true,
      ...(role === "owner" && { disabledBecause: t`Make another member the owner first` }),
    },
  ];
  return items.filter((item) => item !== false);
}
