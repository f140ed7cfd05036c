import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { Link } from "react-router";
import type { MyInvitation } from "#shared/groups/invitations.ts";
import { VisibilityChip } from "#web/groups/group/group-chips.tsx";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Time, useDaysUntil } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import type { Answer } from "./queries.ts";

type InvitationCardProps = {
  invitation: MyInvitation;
  /** The answer, if the user has just given one. */
  answer: Answer | undefined;
  failure: string | undefined;
  onAnswer: (answer: Answer) => void;
  onBlock: () => void;
};

export function InvitationCard(props: InvitationCardProps) {
  const { invitation, answer, failure, onAnswer, onBlock } = props;
  const { group, inviterCharacterName, expiresAt } = invitation;
  return (
    <li className="card flex flex-col gap-3 rounded-card border border-line-faint bg-surface-1 p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 flex-1 basis-40 text-lg wrap-anywhere">
          <bdi className="line-clamp-3">{group.name}</bdi>
        </h2>
        <VisibilityChip visibility={group.visibility} />
      </div>
      {group.description ? (
        <p dir="auto" className="line-clamp-4 wrap-anywhere text-text-2">
          {group.description}
        </p>
      ) : (
        <p className="text-text-2">
          <Trans>No description</Trans>
        </p>
      )}
      <div className="mt-auto text-sm text-text-2">
        {inviterCharacterName && (
          <p>
            <Trans>
              Invited by <bdi>{inviterCharacterName}</bdi>
            </Trans>
          </p>
        )}
        <Expiry at={expiresAt} />
      </div>
      {failure !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          className="flex-1"
          icon={<Icon name="check" />}
          isBusy={answer === "accept"}
          busyLabel={t`Accepting...`}
          isDisabled={answer === "decline"}
          onClick={() => onAnswer("accept")}
        >
          <Trans>Accept</Trans>
        </Button>
        <Button
          className="flex-1"
          isBusy={answer === "decline"}
          busyLabel={t`Declining...`}
          isDisabled={answer === "accept"}
          onClick={() => onAnswer("decline")}
        >
          <Trans>Decline</Trans>
        </Button>
      </div>
      <Button variant="ghost" size="sm" isDisabled={answer !== undefined} onClick={onBlock}>
        <Trans>
          Do not let this group invite me again
          <VisuallyHidden> ({ph({ groupName: group.name })})</VisuallyHidden>
        </Trans>
      </Button>
      {group.canView && (
        <Link to={paths.group(group.id)} className="flex min-h-6 w-fit items-center text-sm link">
          <Trans>
            View the group
            <VisuallyHidden> {ph({ groupName: group.name })}</VisuallyHidden>
          </Trans>
        </Link>
      )}
    </li>
  );
}

/** Whole days, rounded up. */
function Expiry({ at }: { at: string }) {
  const days = useDaysUntil(at);
  return (
    <p>
      <Time at={at} className="inline-flex items-center gap-1.5">
        <Icon name="clock" size={14} />
        {plural(days, { one: "Expires in # day", other: "Expires in # days" })}
      </Time>
    </p>
  );
}
