import DashboardPage from "#web/dashboard/dashboard-page.tsx";
import { DiscordCard } from "#web/discord/discord-card.tsx";
import type { Prefetch } from "#web/lib/prefetch.ts";
import { overviewQuery } from "#web/dashboard/queries.ts";

export const prefetch: Prefetch = (client) => {
  void client.prefetchQuery(overviewQuery);
};

/** The dashboard, with another feature's card in its place. */
export default function Dashboard() {
  return <DashboardPage discordCard={<DiscordCard />} />;
}
