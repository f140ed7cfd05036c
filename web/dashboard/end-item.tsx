import { useId } from "react";
import type { ReactNode } from "react";
import type { Waiting } from "#shared/groups/groups.ts";
import { ROLE_LABELS, UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EveMoment, TimeLeft } from "#web/ui/time.tsx";

type EndItemProps =
  | { emergency: Waiting["emergencies"][number] }
  | { end: Waiting["ends"][number] };

/** Emergency access to a group of the user, or a membership of the user that ends soon. */
export default function EndItem(props: EndItemProps) {
  if ("emergency" in props) {
    const { groupId, groupName, name, role, reason, ...emergency } = props.emergency;
    const { isActive, startedAt, endsAt } = emergency;
    return (
      <Item
        chip={
          <Chip tone="warn" icon="alert">
            Emergency access
          </Chip>
        }
        title={
          <>
            <bdi>{name ?? UNKNOWN_USER}</bdi> became {ROLE_LABELS[role].toLowerCase()} of{" "}
            <bdi>{groupName}</bdi>
          </>
        }
        text={
          <>
            {isActive ? "Until " : "From "}
            <EveMoment at={isActive ? endsAt : startedAt} />
            {isActive ? "." : ", and it has ended."} Reason: <bdi>{reason}</bdi>
          </>
        }
        groupId={groupId}
        action="Open group"
      />
    );
  }
  const { groupId, groupName, endsAt, isRequested } = props.end;
  return (
    <Item
      chip={
        <Chip tone="warn" icon="clock">
          Membership ends
        </Chip>
      }
      title={
        <>
          <bdi>{groupName}</bdi> ends <EveMoment at={endsAt} />
        </>
      }
      text={
        <>
          In <TimeLeft until={endsAt} />.{isRequested && " You asked to stay."}
        </>
      }
      groupId={groupId}
      action={isRequested ? "Open group" : "Ask to stay"}
    />
  );
}

type ItemProps = {
  chip: ReactNode;
  title: ReactNode;
  text: ReactNode;
  groupId: string;
  action: string;
};

function Item({ chip, title, text, groupId, action }: ItemProps) {
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 first:border-t-0">
      <div className="w-46 max-md:w-full">{chip}</div>
      <div className="min-w-40 flex-1">
        <p id={nameId} className="font-medium wrap-anywhere">
          {title}
        </p>
        <p className="text-sm wrap-anywhere text-text-2">{text}</p>
      </div>
      <ButtonLink size="sm" to={paths.group(groupId)} aria-describedby={nameId}>
        {action}
      </ButtonLink>
    </li>
  );
}
