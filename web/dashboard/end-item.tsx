import { Trans, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { say } from "#web/language/messages.ts";
import type { GroupRole, Waiting } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
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
            {t`Emergency access`}
          </Chip>
        }
        title={<Became role={role} name={name ?? say(UNKNOWN_USER)} groupName={groupName} />}
        text={
          <>
            {isActive ? (
              <Trans>
                Until <EveMoment at={endsAt} />.
              </Trans>
            ) : (
              <Trans>
                From <EveMoment at={startedAt} />, and it has ended.
              </Trans>
            )}
            {sentenceGap()}
            <Trans>
              Reason: <bdi>{reason}</bdi>
            </Trans>
          </>
        }
        action={openGroup(groupId, t`Open group`)}
      />
    );
  }
  const { groupId, groupName, endsAt, isRequested } = props.end;
  return (
    <AttentionRow
      chip={
        <Chip tone="warn" icon="clock">
          {t`Membership ends`}
        </Chip>
      }
      title={
        <Trans>
          Your membership of <bdi>{groupName}</bdi> ends <EveMoment at={endsAt} />
        </Trans>
      }
      text={
        <>
          <Trans>
            In <TimeLeft until={endsAt} />.
          </Trans>
          {isRequested && (
            <>
              {sentenceGap()}
              {t`You asked to stay.`}
            </>
          )}
        </>
      }
      action={openGroup(groupId, isRequested ? t`Open group` : t`Ask to stay`)}
    />
  );
}

type BecameProps = { role: GroupRole; name: string; groupName: string };

function Became({ role, name, groupName }: BecameProps) {
  switch (role) {
    case "owner":
      return (
        <Trans>
          <bdi>{name}</bdi> became owner of <bdi>{groupName}</bdi>
        </Trans>
      );
    case "admin":
      return (
        <Trans>
          <bdi>{name}</bdi> became admin of <bdi>{groupName}</bdi>
        </Trans>
      );
    case "member":
      return (
        <Trans>
          <bdi>{name}</bdi> became member of <bdi>{groupName}</bdi>
        </Trans>
      );
  }
}

function openGroup(groupId: string, label: string) {
  return (titleId: string) => (
    <ButtonLink size="sm" to={paths.group(groupId)} aria-describedby={titleId}>
      {label}
    </ButtonLink>
  );
}
