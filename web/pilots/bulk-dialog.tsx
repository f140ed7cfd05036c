import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { BulkAction, BulkPreview, SkipReason } from "#shared/pilots/bulk.ts";
import type { Message } from "#shared/language/messages.ts";
import { msg, ph, Plural, plural, t, Trans } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { GroupSearch } from "#web/memberships/group-search.tsx";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { wayInText } from "#web/memberships/words.ts";
import { bulkMutation, bulkPreviewQuery } from "./queries.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Sentence } from "#web/ui/text.tsx";
import { DateOnly } from "#web/ui/time.tsx";

type BulkDialogProps = {
  action: BulkAction;
  pilots: readonly { userId: string; name: string }[];
  /** Says which pilots the preview leaves out. */
  leftOut?: ReactNode;
  onClose: () => void;
  /** Something was changed. */
  onDone?: () => void;
};

/** Invites pilots to a group, adds or removes them, after a preview by name. */
export function BulkDialog({ action, pilots, leftOut, onClose, onDone }: BulkDialogProps) {
  const [group, setGroup] = useState<{ id: string; name: string }>();
  const [isMissing, setIsMissing] = useState(false);
  const userIds = pilots.map(({ userId }) => userId);
  const {
    data: preview,
    error,
    isFetching,
  } = useQuery({
    ...bulkPreviewQuery({ action, groupId: group?.id ?? "", userIds }),
    enabled: group !== undefined,
  });
  const { act, isPending, failure } = useAction(bulkMutation, t`Nothing was changed`);
  const words = BULK_WORDS[action];
  const [first] = pilots;
  const affected = preview?.affected ?? [];
  const count = affected.length;
  const onConfirm = () => {
    if (group === undefined) return setIsMissing(true);
    if (count === 0 || isFetching) return;
    const input = { action, groupId: group.id, userIds: affected.map(({ userId }) => userId) };
    void act(input, {
      onSuccess: ({ heldId, groupName }) => {
        toast.success(
          heldId === null
            ? words.done(count, groupName)
            : t`${plural(count, { one: "# removal", other: "# removals" })} from ${groupName} wait for a decision`,
        );
        onDone?.();
        onClose();
      },
    });
  };
  const isHeld = preview?.hold != null;
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={onConfirm}
      isBusy={isPending}
      isDangerous={action === "remove"}
      title={
        pilots.length === 1 && first ? words.titleOfOne(first.name) : words.title(pilots.length)
      }
      description={say(words.effect)}
      confirmLabel={
        isHeld
          ? t`Hold ${plural(count, { one: "# removal", other: "# removals" })}`
          : count > 1
            ? words.confirmMany(count)
            : say(words.confirm)
      }
      busyLabel={say(words.busy)}
      error={failure ?? (error === null ? undefined : messageOf(error, t`The preview failed`))}
    >
      <GroupSearch
        onChoose={(id, name) => setGroup({ id, name })}
        error={isMissing && group === undefined ? t`Choose a group from the list` : undefined}
      />
      <output aria-busy={isFetching} className="grid gap-4">
        {preview && group !== undefined && <Preview preview={preview} action={action} />}
        {leftOut}
      </output>
    </ConfirmDialog>
  );
}

function Preview({ preview, action }: { preview: BulkPreview; action: BulkAction }) {
  const { affected, skipped, hold, groupName, memberCount } = preview;
  return (
    <>
      {hold !== null && (
        <Alert tone="warn" title={t`These removals will be held`}>
          {hold === "group" ? (
            <Trans>
              <Plural value={{ count: affected.length }} one="# removal" other="# removals" /> from
              the <Plural value={memberCount} one="# member" other="# members" /> of{" "}
              <bdi>{groupName}</bdi> are more than 20 % of it within an hour. No membership ends
              until an administrator{" "}
              <Link to={paths.adminHeld} className="link">
                releases them
              </Link>
              .
            </Trans>
          ) : (
            <Trans>
              <Plural value={{ count: affected.length }} one="# removal" other="# removals" /> from
              the <Plural value={memberCount} one="# member" other="# members" /> of{" "}
              <bdi>{groupName}</bdi> make more than 50 in all within an hour. No membership ends
              until an administrator{" "}
              <Link to={paths.adminHeld} className="link">
                releases them
              </Link>
              .
            </Trans>
          )}
        </Alert>
      )}
      <section className="grid gap-1.5">
        <h3 className="text-md font-medium">
          {affected.length === 0 ? t`Nothing would change` : HEADINGS[action](affected.length)}
        </h3>
        <ul className="grid gap-1">
          {affected.map(({ userId, mainCharacterName, wayIn, since }) => (
            <li key={userId} className="wrap-anywhere">
              <bdi className="font-medium">{mainCharacterName ?? say(UNKNOWN_USER)}</bdi>
              {action === "remove" && (
                <span className="block text-sm text-text-2">
                  {since === null ? (
                    <Sentence isPlain pieces={wayInText(wayIn, false)} />
                  ) : (
                    <Trans>
                      <Sentence isPlain pieces={wayInText(wayIn, false)} />, <DateOnly at={since} />
                    </Trans>
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
      {skipped.length > 0 && (
        <section className="grid gap-1.5">
          <h3 className="text-md font-medium">
            <Trans>Left out: {ph({ count: skipped.length })}</Trans>
          </h3>
          <ul className="grid gap-1">
            {skipped.map(({ userId, mainCharacterName, reason }) => (
              <li key={userId} className="wrap-anywhere">
                <bdi className="font-medium">{mainCharacterName ?? say(UNKNOWN_USER)}</bdi>
                <span className="block text-sm text-text-2">{say(SKIP_REASONS[reason])}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const HEADINGS: Record<BulkAction, (count: number) => string> = {
  invite: (count) => t`Will be invited: ${count}`,
  add: (count) => t`Will be members: ${count}`,
  remove: (count) => t`Will be removed: ${count}`,
};

const SKIP_REASONS: Record<SkipReason, Message> = {
  gone: msg`The account is gone or locked`,
  member: msg`Already a member`,
  not_member: msg`Not a member`,
  owner: msg`Owns the group: transfer it first`,
  suspended: msg`Suspended`,
  unmet: msg`Does not meet the requirements`,
  unknown: msg`Not known whether the requirements are met`,
  blocked: msg`Accepts no invitations from this group`,
  invited: msg`Already invited`,
  requested: msg`Has asked to join: approve the request instead`,
  inbox_full: msg`Has too many unanswered invitations`,
  day_full: msg`You have too many unanswered invitations today`,
};

type Words = {
  title: (count: number) => string;
  titleOfOne: (name: string) => string;
  confirm: Message;
  confirmMany: (count: number) => string;
  busy: Message;
  effect: Message;
  done: (count: number, groupName: string) => string;
};

const BULK_WORDS: Record<BulkAction, Words> = {
  invite: {
    title: (count) => t`Invite ${plural(count, { one: "# pilot", other: "# pilots" })} to a group`,
    titleOfOne: (name) => t`Invite ${name} to a group`,
    confirm: msg`Invite`,
    confirmMany: (count) => t`Invite ${count}`,
    busy: msg`Inviting...`,
    effect: msg`The players decide. Invitations expire after 7 days.`,
    done: (count, groupName) =>
      t`${plural(count, { one: "# pilot", other: "# pilots" })} invited to ${groupName}`,
  },
  add: {
    title: (count) => t`Add ${plural(count, { one: "# pilot", other: "# pilots" })} to a group`,
    titleOfOne: (name) => t`Add ${name} to a group`,
    confirm: msg({ context: "member", message: "Add" }),
    confirmMany: (count) => t`Add ${count}`,
    busy: msg`Adding...`,
    effect: msg`Members at once, whatever the join mode. The requirements apply, and each player is told.`,
    done: (count, groupName) =>
      t`${plural(count, { one: "# pilot", other: "# pilots" })} added to ${groupName}`,
  },
  remove: {
    title: (count) =>
      t`Remove ${plural(count, { one: "# pilot", other: "# pilots" })} from a group`,
    titleOfOne: (name) => t`Remove ${name} from a group`,
    confirm: msg({ context: "member", message: "Remove" }),
    confirmMany: (count) => t`Remove ${count}`,
    busy: msg({ context: "member", message: "Removing..." }),
    effect: msg`The memberships end now. Each player is told.`,
    done: (count, groupName) =>
      t`${plural(count, { one: "# pilot", other: "# pilots" })} removed from ${groupName}`,
  },
};
