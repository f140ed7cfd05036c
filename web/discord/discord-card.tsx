import { useState, useId } from "react";
import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Trans, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import type { DiscordAccount } from "#shared/discord/link.ts";
import { useSession } from "#web/lib/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { cx } from "#web/lib/cx.ts";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { joinableServersQuery, joinServerMutation } from "./join-server-button.tsx";
import { useDiscordLink } from "./use-discord-link.ts";
import type { LinkFailure } from "./link-messages.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { unlinkMutation } from "./queries.ts";

type DiscordLink = ReturnType<typeof useDiscordLink>;

export default function DiscordCard() {
  const { user } = useSession();
  const discordLink = useDiscordLink();
  // Keeps the name, because the account is unlinked before the dialog closes.
  const [toUnlink, setToUnlink] = useState<string>();
  if (!user) return null;
  return (
    <>
      {user.discord ? (
        <Linked account={user.discord} discordLink={discordLink} onUnlink={setToUnlink} />
      ) : user.canLinkDiscord ? (
        <NotLinked discordLink={discordLink} />
      ) : (
        <DiscordRow state={t`Not set up`} failure={discordLink.failure}>
          {t`Discord is not set up on this Muster yet. An administrator can set it up.`}
        </DiscordRow>
      )}
      {toUnlink !== undefined && (
        <UnlinkDiscordDialog name={toUnlink} onClose={() => setToUnlink(undefined)} />
      )}
    </>
  );
}

function NotLinked({ discordLink }: { discordLink: DiscordLink }) {
  return (
    <DiscordRow
      state={t`Not linked`}
      failure={discordLink.failure}
      actions={<LinkButton {...discordLink}>{t`Link Discord`}</LinkButton>}
    >
      {discordLink.isWaiting
        ? t`Continue in the Discord window. This page updates when you are done.`
        : t`Discord will ask whether Muster may see your username and email address and add you to servers. Muster stores your Discord names and id, and nothing else of your profile.`}
    </DiscordRow>
  );
}

type LinkedProps = {
  account: DiscordAccount;
  discordLink: DiscordLink;
  onUnlink: (name: string) => void;
};

function Linked({ account, discordLink, onUnlink }: LinkedProps) {
  const { isAuthorized } = account;
  const username = usernameOf(account);
  const name = account.displayName ?? username;
  return (
    <DiscordRow
      state={<bdi>{name}</bdi>}
      isLinked
      more={isAuthorized && <JoinableServers />}
      failure={discordLink.failure}
      chip={
        isAuthorized ? (
          <Chip tone="ok">{t`Linked`}</Chip>
        ) : (
          <Chip tone="danger">{t`Not authorized`}</Chip>
        )
      }
      actions={
        <>
          {!isAuthorized && <LinkButton {...discordLink}>{t`Link again`}</LinkButton>}
          <Button size="sm" onClick={() => onUnlink(name)}>
            <Trans>
              Unlink<VisuallyHidden> the Discord account {name}</VisuallyHidden>
            </Trans>
          </Button>
        </>
      }
    >
      {name !== username && (
        <>
          <Trans>
            Username <bdi>{username}</bdi>.
          </Trans>
          {sentenceGap()}
        </>
      )}
      {isAuthorized
        ? t`Only you and administrators of Muster can see this account.`
        : t`Muster has no access at Discord, so this name may be outdated.`}
    </DiscordRow>
  );
}

function LinkButton(props: DiscordLink & { children: string }) {
  const { link, linkHere, cancel, isWaiting, isLeaving, isBlocked, children } = props;
  return (
    <>
      {isBlocked && (
        <Button size="sm" variant="ghost" isDisabled={isLeaving} onClick={() => void linkHere()}>
          {t`Continue in this tab`}
        </Button>
      )}
      {isWaiting && (
        <Button size="sm" variant="ghost" onClick={cancel}>
          <Trans>
            Cancel<VisuallyHidden> linking Discord</VisuallyHidden>
          </Trans>
        </Button>
      )}
      <Button
        size="sm"
        variant="discord"
        isBusy={isWaiting || isLeaving}
        busyLabel={t`Waiting...`}
        onClick={() => void link()}
      >
        {children}
      </Button>
    </>
  );
}

/** "mira", or "Oskar#4821" for accounts that still have a discriminator. */
function usernameOf({ username, discriminator }: DiscordAccount): string {
  return discriminator === "0" ? username : `${username}#${discriminator}`;
}

type DiscordRowProps = {
  state: ReactNode;
  isLinked?: boolean;
  chip?: ReactNode;
  actions?: ReactNode;
  failure: LinkFailure | undefined;
  /** Below the row. */
  more?: ReactNode;
  children: ReactNode;
};

/** The Discord card: one row on wide screens. */
function DiscordRow(props: DiscordRowProps) {
  const { state, isLinked = false, chip, actions, failure, more, children } = props;
  const headingId = useId();
  return (
    <Card isFlush anchor="discord-account" labelledBy={headingId}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5">
        <div className="flex items-center gap-3">
          <Tile isLinked={isLinked} />
          <h2 id={headingId} className="text-lg">
            Discord
          </h2>
        </div>
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <span className="min-w-0 wrap-anywhere">{state}</span>
            {chip}
          </p>
          <output className="block max-w-[88ch] text-sm text-text-2">{children}</output>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {failure && (
        <div className="px-4 pb-3">
          <Alert tone="danger" title={failure.hint ?? failure.message}>
            {failure.hint && <p className="wrap-anywhere">{failure.message}</p>}
          </Alert>
        </div>
      )}
      {more}
    </Card>
  );
}

/** Our own drawing, because Discord's logo is not ours to use. Coloured once an account is linked. */
function Tile({ isLinked }: { isLinked: boolean }) {
  return (
    <span
      className={cx(
        "grid size-8 shrink-0 place-items-center rounded-control",
        isLinked ? "bg-discord text-white" : "bg-surface-3 text-text-2",
      )}
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 26 26"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M3 4h14v10h-7l-4 4v-4H3z" />
        <path d="M20.500 9H23v10h-3v4l-4-4h-4.500" strokeLinecap="round" />
      </svg>
    </span>
  );
}

/** Servers that the player may join with one click; their roles follow. */
function JoinableServers() {
  const { data, isError, refetch } = useQuery(joinableServersQuery);
  const { act, isPending, failure } = useAction(joinServerMutation, t`Failed to join the server`);
  if (isError) {
    return (
      <LoadFailed title={t`The servers that you may join could not be loaded`} onRetry={refetch} />
    );
  }
  if (data === undefined || data.servers.length === 0) return null;
  return (
    <div className="grid gap-2 border-t border-line-faint px-4 py-2.5">
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <ul className="grid gap-2">
        {data.servers.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-56 wrap-anywhere text-text-2">
              <Trans>
                You may join <bdi className="font-medium text-text-1">{name}</bdi>. Your roles
                follow within a minute.
              </Trans>
            </p>
            <Button
              size="sm"
              isBusy={isPending}
              busyLabel={t`Joining...`}
              onClick={() =>
                void act(id, { onSuccess: () => toast.success(t`You joined ${name}`) })
              }
            >
              <Trans>Join {name}</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type UnlinkDiscordDialogProps = { name: string; onClose: () => void };

function UnlinkDiscordDialog({ name, onClose }: UnlinkDiscordDialogProps) {
  const unlink = useConfirmedChange(unlinkMutation, undefined, {
    done: t`Discord account unlinked`,
    failed: t`Failed to unlink Discord`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...unlink}
      isDangerous
      title={t`Unlink ${name}?`}
      description={t`Muster deletes its data on this Discord account and revokes its permission. Your groups do not change. You can link the account again at any time.`}
      confirmLabel={t`Unlink`}
      busyLabel={t`Unlinking...`}
    />
  );
}
