import { lazy, Suspense } from "react";
import DashboardPage from "#web/dashboard/dashboard-page.tsx";
import { DiscordCard } from "#web/discord/discord-card.tsx";
import { GroupsCard } from "#web/groups/groups-card.tsx";

const DecisionsBlock = lazy(() => import("#web/overview/decisions-block.tsx"));
const LinkDiscordButton = lazy(() => import("#web/discord/link-discord-button.tsx"));

/** The dashboard, with other features' cards in their places. */
export default function Dashboard() {
  return (
    <DashboardPage
      decisions={
        <Suspense>
          <DecisionsBlock />
        </Suspense>
      }
      groupsCard={<GroupsCard />}
      discordCard={<DiscordCard />}
      discordButton={
        <Suspense>
          <LinkDiscordButton />
        </Suspense>
      }
    />
  );
}
