import { Trans, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/enumerated.ts";
import { lazy, Suspense, useState } from "react";
import type { DiscordAccount } from "#shared/discord/link.ts";
import { useSession } from "#web/lib/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { DiscordRow } from "./discord-row.tsx";
import { JoinableServers } from "./joinable-servers.tsx";
import { useDiscordLink } from "./use-discord-link.ts";

const UnlinkDialog = lazy(() => import("./unlink-dialog.tsx"));

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
          <Trans>Discord is not set up on this Muster yet. An administrator can set it up.</Trans>
        </DiscordRow>
      )}
      <Suspense>
        {toUnlink !== undefined && (
          <UnlinkDialog name={toUnlink} onClose={() => setToUnlink(undefined)} />
        )}
      </Suspense>
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
          <Chip tone="ok">
            <Trans>Linked</Trans>
          </Chip>
        ) : (
          <Chip tone="danger">
            <Trans>Not authorized</Trans>
          </Chip>
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
          <Trans>Continue in this tab</Trans>
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
