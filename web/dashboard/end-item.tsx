import type { Waiting } from "#shared/groups/groups.ts";
import { ROLE_LABELS, UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EveMoment, TimeLeft } from "#web/ui/time.tsx";
import { AttentionRow } from "./attention-row.tsx";

type EndItemProps =
  | { emergency: Waiting["emergencies"][number] }
  | { end: Waiting["ends"][number] };

/** Emergency access to a group of the user, or a membership of the user that ends soon. */
export default function EndItem(props: EndItemProps) {
  if ("emergency" in props) {
    const { groupId, groupName, name, role, reason, ...emergency } = props.emergency;
    const { isActive, startedAt, endsAt } = emergency;
    return (
      <AttentionRow
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
        action={openGroup(groupId, "Open group")}
      />
    );
  }
  const { groupId, groupName, endsAt, isRequested } = props.end;
  return (
    <AttentionRow
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
      action={openGroup(groupId, isRequested ? "Open group" : "Ask to stay")}
    />
  );
}

function openGroup(groupId: string, label: string) {
  return (titleId: string) => (
    <ButtonLink size="sm" to={paths.group(groupId)} aria-describedby={titleId}>
      {label}
    </ButtonLink>
  );
}
