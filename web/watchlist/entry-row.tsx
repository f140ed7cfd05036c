import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { lazy, Suspense, useState } from "react";
import { DAY_MS } from "#shared/time.ts";
import { MAX_SHOWN_HITS, WATCH_DAYS, WATCH_DUE_DAYS } from "#shared/watch-limits.ts";
import type { WatchEntry } from "#shared/watchlist.ts";
import { LevelChip } from "#web/eve/watch.tsx";
import { cx } from "#web/lib/cx.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { formatDate, useNow } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { SubjectImage, FindingList } from "#web/watched/finding-list.tsx";
import { changeEntryMutation, markSeenMutation, removeEntryMutation } from "./queries.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { SUBJECTS } from "./subjects.ts";

const ChangeDialog = lazy(async () => ({
  default: (await import("./entry-dialog.tsx")).ChangeDialog,
}));

/** An entry in one line; opened, its reason, its hits and what a keeper may do. */
export function EntryRow({ entry }: { entry: WatchEntry }) {
  const { subject, eveId, name, level, reason, until, hits } = entry;
  const now = useNow("minute");
  const end = Date.parse(until);
  const isDue = end <= now + WATCH_DUE_DAYS * DAY_MS;
  const newCount = hits.filter(({ isSeen }) => !isSeen).length;
  const date = formatDate(until);
  return (
    <li>
      <details className="disclosure">
        <summary className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 md:grid-cols-[auto_minmax(0,1fr)_6rem_10rem_8rem_auto]">
          <SubjectImage subject={subject} eveId={eveId} />
          <span className="min-w-0">
            <bdi className="block font-medium wrap-anywhere">{name}</bdi>
            <span className="line-clamp-1 text-sm wrap-anywhere text-text-2">
              {t`${ph({ subject: say(SUBJECTS[subject].label) })} · ${reason}`}
            </span>
          </span>
          <span className="disclosure-chevron text-text-2 md:order-last">
            <Icon name="chevron" size={12} />
          </span>
          <span className="max-md:col-start-2">
            <LevelChip level={level} />
          </span>
          <span
            className={cx(
              "text-sm max-md:col-start-2",
              isDue ? "font-semibold text-warn" : "text-text-2",
            )}
          >
            {end <= now ? t`Ended ${date}` : isDue ? t`Review by ${date}` : t`Until ${date}`}
          </span>
          <span className="flex flex-wrap items-center gap-2 text-sm max-md:col-start-2 md:justify-end">
            {newCount > 0 && (
              <Chip tone="signal">{plural(newCount, { one: "# new", other: "# new" })}</Chip>
            )}
            <span className={hits.length > 0 ? "font-medium" : "text-text-2"}>
              {hits.length === 0
                ? t`No hits`
                : plural({ count: hits.length }, { one: "# hit", other: "# hits" })}
            </span>
          </span>
        </summary>
        <Opened entry={entry} hasNew={newCount > 0} />
      </details>
    </li>
  );
}

function Opened({ entry, hasNew }: { entry: WatchEntry; hasNew: boolean }) {
  const { id, name, subject, reason, link, months, hits } = entry;
  const [dialog, setDialog] = useState<"change" | "remove">();
  const confirming = useAction(changeEntryMutation, t`Failed to confirm the entry`);
  const seeing = useAction(markSeenMutation, t`Failed to save`);
  const failure = confirming.failure ?? seeing.failure;
  const close = () => setDialog(undefined);
  return (
    <div className="grid gap-4 px-4 pt-1 pb-4 md:pl-17">
      <div className="grid gap-1">
        <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
        {link !== null && (
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            className="link w-fit text-sm wrap-anywhere"
          >
            {link}
          </a>
        )}
        {subject === "corporation" && (
          <p className="text-sm text-text-2">
            {months === null
              ? t`Former members count, however long ago they left`
              : plural(months, {
                  one: "Former members count who left within # month",
                  other: "Former members count who left within # months",
                })}
          </p>
        )}
      </div>
      {hits.length > 0 && <FindingList label={t`Hits of ${name}`} findings={hits} />}
      {hits.length === MAX_SHOWN_HITS && (
        <p className="text-sm text-text-2">{t`These are the latest ${MAX_SHOWN_HITS} hits.`}</p>
      )}
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap gap-2">
        {hasNew && (
          <Button
            size="sm"
            variant="primary"
            icon={<Icon name="check" />}
            isBusy={seeing.isPending}
            busyLabel={t`Saving...`}
            onClick={() => void seeing.act({ id, hits })}
          >
            <Trans>
              Mark as seen<VisuallyHidden> {name}</VisuallyHidden>
            </Trans>
          </Button>
        )}
        <Button
          size="sm"
          isBusy={confirming.isPending}
          busyLabel={t`Saving...`}
          onClick={() =>
            void confirming.act(
              { id, days: WATCH_DAYS },
              {
                onSuccess: ({ until }) =>
                  toast.success(t`Confirmed until ${ph({ date: formatDate(until) })}`),
              },
            )
          }
        >
          <Trans>
            Confirm for {WATCH_DAYS} days<VisuallyHidden> {name}</VisuallyHidden>
          </Trans>
        </Button>
        <Button size="sm" onClick={() => setDialog("change")}>
          <Trans>
            Change<VisuallyHidden> {name}</VisuallyHidden>
          </Trans>
        </Button>
        <Button size="sm" variant="danger" onClick={() => setDialog("remove")}>
          <Trans>
            Remove<VisuallyHidden> {name}</VisuallyHidden>
          </Trans>
        </Button>
      </div>
      <Suspense>{dialog === "change" && <ChangeDialog entry={entry} onClose={close} />}</Suspense>
      {dialog === "remove" && <RemoveEntryDialog entry={entry} onClose={close} />}
    </div>
  );
}

type RemoveDialogProps = { entry: WatchEntry; onClose: () => void };

function RemoveEntryDialog({ entry: { id, name }, onClose }: RemoveDialogProps) {
  const dialog = useConfirmedChange(removeEntryMutation, id, {
    done: t`${name} is no longer on the watchlist`,
    failed: t`Failed to remove the entry`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Remove ${name} from the watchlist?`}
      description={t`The reason and the hits are deleted.`}
      confirmLabel={t`Remove`}
      busyLabel={t`Removing...`}
    />
  );
}
