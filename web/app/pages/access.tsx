import { lazy, Suspense } from "react";
import AccessPage from "#web/access/access-page.tsx";

const LinkDiscordButton = lazy(() => import("#web/discord/link-discord-button.tsx"));

/** My access, with another feature's button in its place. */
export default function Access() {
  return (
    <AccessPage
      discordButton={
        <Suspense>
          <LinkDiscordButton />
        </Suspense>
      }
    />
  );
}
