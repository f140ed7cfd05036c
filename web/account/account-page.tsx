import { lazy, Suspense, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { REMIND_MINUTES } from "#shared/operations/limits.ts";
import { plural, t, Trans } from "#web/language/macros.ts";
import { PageHeader } from "#web/ui/page.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Check } from "#web/ui/form/choices.tsx";
import { SelectField } from "#web/ui/form/form.tsx";
import type { MergeSummary } from "#shared/account/merge.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { paths } from "#web/lib/paths.ts";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import {
  exportAccountMutation,
  directMessagesQuery,
  setDirectMessagesMutation,
  mergesQuery,
  startMerge,
} from "./queries.ts";

export default function AccountPage() {
  return (
    <>
      <PageHeader
        title={t`Account`}
        subtitle={t`Download your data, merge two accounts or delete this one`}
      />
      <div className="grid max-w-224 grid-cols-1 gap-4">
        <DiscordMessagesCard />
        <DownloadCard />
        <MergeCard />
        <DeleteAccountCard />
      </div>
    </>
  );
}

const DeleteAccountDialog = lazy(() => import("./delete-account-dialog.tsx"));

function DeleteAccountCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card anchor="delete-account" title={t`Delete your account`}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[65ch] text-text-2">
          <Trans>
            Muster revokes its permissions at EVE and Discord, and erases your characters, sheets,
            sessions, requests and memberships. The logs of groups and corporations keep these
            events under a pseudonym. This cannot be undone. Your characters can sign up again with
            a new account.
          </Trans>
        </p>
        <Button variant="danger" icon={<Icon name="trash" />} onClick={() => setIsOpen(true)}>
          {t`Delete your account`}
        </Button>
      </div>
      <Suspense>{isOpen && <DeleteAccountDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </Card>
  );
}

function DownloadCard() {
  const { act, isPending, failure } = useAction(
    exportAccountMutation,
    t`Failed to download your data`,
  );
  const onSuccess = (file: Blob) => {
    saveFile(file, `muster-account-${new Date().toISOString().slice(0, 10)}.json`);
    toast.success(t`Your data was downloaded`);
  };
  return (
    <Card anchor="your-data" title={t`Your data`}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[65ch] text-text-2">
          <Trans>
            One JSON file with everything Muster keeps about you: your characters with their sheets
            and permissions, Discord, sessions, groups, requests, invitations, and the log of what
            you did. Secrets are not included.
          </Trans>
        </p>
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        <Button
          icon={<Icon name="download" />}
          isBusy={isPending}
          busyLabel={t`Collecting...`}
          onClick={() => act(undefined, { onSuccess })}
        >
          {t`Download your data`}
        </Button>
      </div>
    </Card>
  );
}

/** Asks for direct messages at Discord; only where Muster has a bot and the user a linked account. */
function DiscordMessagesCard() {
  const { data, isError, refetch } = useQuery(directMessagesQuery);
  const { act, isPending, failure } = useAction(
    setDirectMessagesMutation,
    t`Failed to change the messages`,
  );
  const remind = useAction(setDirectMessagesMutation, t`The reminders were not saved`);
  if (data === undefined && isError) {
    return (
      <Card title={t`Direct messages on Discord`}>
        <LoadFailed title={t`Your choice could not be loaded`} onRetry={refetch} />
      </Card>
    );
  }
  if (data === undefined || (!data.canSend && !data.isOn)) return null;
  const onSuccess = ({ isOn }: { isOn: boolean }) =>
    toast.success(isOn ? t`Direct messages are on` : t`Direct messages are off`);
  return (
    <Card anchor="discord-messages" title={t`Direct messages on Discord`}>
      <div className="grid gap-3">
        <p className="max-w-[65ch] text-text-2">
          <Trans>
            What groups decide about you: requests, invitations, removals and grace periods. If you
            decide about requests, also those that have waited for 3 days. At most one message a
            day. Muster shows the same on your dashboard.
          </Trans>
        </p>
        <label className="flex min-h-7.5 w-fit cursor-pointer items-center gap-2 max-md:min-h-11">
          <Check
            type="checkbox"
            checked={isPending ? !data.isOn : data.isOn}
            disabled={isPending}
            onChange={({ target }) => void act({ isOn: target.checked }, { onSuccess })}
          />
          {t`Send me direct messages`}
        </label>
        {data.isOn && (
          <SelectField
            className="max-w-96"
            label={t`Remind me of operations`}
            hint={t`Those to which you have answered Coming or Maybe, once each.`}
            value={String(data.remindMinutes ?? 0)}
            error={remind.failure}
            options={[0, ...REMIND_MINUTES].map((minutes) => ({
              value: String(minutes),
              label: leadText(minutes),
            }))}
            onChange={({ target }) =>
              void remind.act(
                {
                  isOn: true,
                  remindMinutes:
                    REMIND_MINUTES.find((minutes) => String(minutes) === target.value) ?? null,
                },
                { onSuccess: () => toast.success(t`Reminders saved`) },
              )
            }
          />
        )}
        {data.isOn && data.isClosed && (
          <Alert tone="warn">
            <Trans>
              Discord does not deliver Muster’s messages to you. Allow direct messages from a server
              that you share with the bot, then switch this off and on.
            </Trans>
          </Alert>
        )}
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      </div>
    </Card>
  );
}

function leadText(minutes: number): string {
  if (minutes === 0) return t`Never`;
  const hours = minutes / 60;
  return hours < 1
    ? plural(minutes, { one: "# minute before", other: "# minutes before" })
    : plural(hours, { one: "# hour before", other: "# hours before" });
}

/** Starts a merge with a sign-in at EVE, and lists those that wait. */
function MergeCard() {
  const { data: merges = [], isError, refetch } = useQuery(mergesQuery);
  const link = useAuthorization(startMerge);
  return (
    <Card anchor="merge-accounts" title={t`Merge two accounts`}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[65ch] text-text-2">
          <Trans>
            Do you have another account here, with a main of its own? Sign in at EVE as that main.
            Muster then shows what merging would do, and nothing changes until you confirm it. This
            account and its main stay; the characters, groups and history of the other account move
            here.
          </Trans>
        </p>
        {isError && <LoadFailed title={t`Open merges could not be loaded`} onRetry={refetch} />}
        {merges.length > 0 && (
          <ul className="grid w-full gap-2">
            {merges.map((merge) => (
              <Waiting key={merge.id} merge={merge} />
            ))}
          </ul>
        )}
        <Button isBusy={link.isBusy} busyLabel={t`Redirecting...`} onClick={() => link.start()}>
          {t`Sign in as the other main`}
        </Button>
      </div>
    </Card>
  );
}

function Waiting({ merge }: { merge: MergeSummary }) {
  const { id, isInto, state, intoMainName, fromMainName, expiresAt } = merge;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line-faint px-3 py-2">
      <div className="min-w-48 flex-1">
        <p>
          {isInto ? (
            <Trans>
              Merge the account of <bdi className="font-medium">{fromMainName}</bdi> into this one
            </Trans>
          ) : (
            <Trans>
              <bdi className="font-medium">{intoMainName}</bdi> asks to merge this account into
              theirs
            </Trans>
          )}
        </p>
        <p className="text-sm text-text-2">
          {isInto && (
            <>{state === "requested" ? t`Waiting for the other account` : t`Not confirmed`} · </>
          )}
          <Trans>
            expires <RelativeTime at={expiresAt} />
          </Trans>
        </p>
      </div>
      <ButtonLink size="sm" to={paths.mergeAccounts(id)}>
        {isInto ? t({ context: "button", message: "Open" }) : t`Read the request`}
        <VisuallyHidden>
          {" "}
          {isInto ? t`the merge with ${fromMainName}` : t`of ${intoMainName}`}
        </VisuallyHidden>
      </ButtonLink>
    </li>
  );
}
