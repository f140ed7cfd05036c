import { lazy, Suspense } from "react";
import InviteLinkPage from "#web/groups/invitations/invite-link-page.tsx";

const LinkDiscordButton = lazy(() => import("#web/discord/link-discord-button.tsx"));

/** An invite link for a signed-in user, with the button of another feature. */
export default function Invite() {
  return (
    <InviteLinkPage
      linkDiscord={(onLinked) => (
        <Suspense>
          <LinkDiscordButton isPrimary onLinked={onLinked} />
        </Suspense>
      )}
    />
  );
}
