import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { InviteLink } from "#shared/groups/invitations.ts";
import { CommunityLogo } from "#web/eve/brand.tsx";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { useSiteName } from "#web/lib/site-name.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { PageTitle } from "#web/ui/page.tsx";
import { DaysLeft } from "#web/ui/time.tsx";
import { ArrivalNote, VisitorFrame } from "./visitor-frame.tsx";
import { LoginButton } from "./login-button.tsx";
import { visitedLinkQuery } from "./queries.ts";
import WhatWeRead from "./what-we-read.tsx";

/** What a visitor without a session sees of an invite link: the community, and the group if its owner has chosen so. */
export default function InvitedPage({ code }: { code: string }) {
  const { community, end } = useSession();
  const siteName = useSiteName();
  const link = useQuery(visitedLinkQuery(code));
  return (
    <VisitorFrame>
      {/* Without the group's name: it would stay in the browser's history. */}
      <PageTitle>{t`Invitation`}</PageTitle>
      <main
        tabIndex={-1}
        className="grid flex-1 content-center items-center gap-x-16 gap-y-8 px-gutter py-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
      >
        <div className="grid max-w-160 gap-4 *:bg-void">
          {community && (
            <p className="flex items-center gap-4 font-display text-xl font-semibold">
              {community.logo && <CommunityLogo logo={community.logo} size={64} />}
              <bdi className="min-w-0 wrap-anywhere">{community.name}</bdi>
            </p>
          )}
          <Invited link={link.data} />
          {link.isError && (
            <Alert
              tone="danger"
              title={t`The invitation could not be loaded`}
              action={
                <Button size="sm" onClick={() => void link.refetch()}>
                  {t`Try again`}
                </Button>
              }
            >
              {messageOf(link.error, t`Muster could not be reached.`)}
            </Alert>
          )}
        </div>
        <div className="card grid max-w-136 justify-items-start gap-4 rounded-card border border-line-faint bg-surface-1 p-5">
          <ArrivalNote end={end} returnTo={undefined} />
          <div className="grid gap-1">
            <h2 className="text-lg">{t`Sign in with EVE Online`}</h2>
            <p className="text-sm text-text-2">
              <Trans>
                You choose a character on CCP’s page. Muster never sees your password and cannot
                change anything in the game.
              </Trans>
            </p>
          </div>
          <LoginButton returnTo={paths.invite(code)} />
          <Lasting link={link.data} />
          <details className="text-sm">
            <summary className="flex min-h-9 w-fit cursor-pointer items-center link max-md:min-h-11">
              <Trans>
                What <bdi className="mx-1 wrap-anywhere">{siteName}</bdi> will see
              </Trans>
            </summary>
            <div className="mt-2">
              <WhatWeRead />
            </div>
          </details>
        </div>
      </main>
    </VisitorFrame>
  );
}

function Invited({ link }: { link: InviteLink | undefined }) {
  if (link === undefined) return <Title>{t`You have been invited`}</Title>;
  if (!link.isUsable) {
    return (
      <>
        <Title>{t`This invite link does not work`}</Title>
        <p className="text-lg text-text-2">
          <Trans>
            It is incomplete, used up, expired or revoked. Ask the pilot who sent it for a new one,
            or sign in and look for open groups.
          </Trans>
        </p>
      </>
    );
  }
  const { group, inviterCharacterName } = link;
  if (group === null) {
    return (
      <>
        <Title>{t`You have been invited`}</Title>
        <p className="text-lg text-text-2">
          {t`You see the group and who invites you after you have signed in.`}
        </p>
        <Gains groupName={null} />
      </>
    );
  }
  return (
    <>
      <Title>
        {inviterCharacterName === null ? (
          <Trans>
            You are invited to <bdi>{ph({ groupName: group.name })}</bdi>
          </Trans>
        ) : (
          <Trans>
            <bdi>{inviterCharacterName}</bdi> invites you to{" "}
            <bdi>{ph({ groupName: group.name })}</bdi>
          </Trans>
        )}
      </Title>
      {group.description && (
        <p
          dir="auto"
          className="line-clamp-6 text-lg wrap-anywhere whitespace-pre-line text-text-2"
        >
          {group.description}
        </p>
      )}
      <Gains groupName={group.name} />
    </>
  );
}

function Title({ children }: { children: ReactNode }) {
  return <h1 className="text-3xl/tight font-bold wrap-anywhere md:text-4xl/tight">{children}</h1>;
}

function Gains({ groupName }: { groupName: string | null }) {
  return (
    <ul className="grid gap-3">
      <Gain icon="group" title={t`Membership`}>
        {groupName === null ? (
          t`You join the group with one click after the sign-in.`
        ) : (
          <Trans>
            You join <bdi>{groupName}</bdi> with one click after the sign-in.
          </Trans>
        )}
      </Gain>
      <Gain icon="chat" title={t`Discord`}>
        {t`Link your account, and you get the roles that the group gives.`}
      </Gain>
      <Gain icon="check" title={t`Requirements`}>
        {t`If the group has any, they are checked after you sign in.`}
      </Gain>
    </ul>
  );
}

function Gain({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span className="grid size-7 shrink-0 place-items-center rounded-control bg-surface-3 text-text-2">
        <Icon name={icon} />
      </span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-sm wrap-anywhere text-text-2">{children}</p>
      </div>
    </li>
  );
}

function Lasting({ link }: { link: InviteLink | undefined }) {
  if (link?.isUsable === false) {
    return <p className="text-sm text-text-2">{t`Signing in does not use the link.`}</p>;
  }
  if (link?.expiresAt == null) return null;
  return (
    <p className="text-sm text-text-2">
      <Trans>
        The link expires <DaysLeft until={link.expiresAt} />.
      </Trans>
    </p>
  );
}
