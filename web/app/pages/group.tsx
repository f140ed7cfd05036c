import { lazy, Suspense } from "react";
import { GroupPage } from "#web/groups/group-page.tsx";

const LinkDiscordButton = lazy(() => import("#web/discord/link-discord-button.tsx"));

/** The page of a group, with another feature's button in its place. */
export default function Group() {
  return (
    <GroupPage
      isAdministration={false}
      discordButton={
        <Suspense>
          <LinkDiscordButton />
        </Suspense>
      }
    />
  );
}
