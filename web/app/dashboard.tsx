import DashboardPage from "#web/dashboard/dashboard-page.tsx";
import { DiscordCard } from "#web/discord/discord-card.tsx";

/** The dashboard, with another feature's card in its place. */
export default function Dashboard() {
  return <DashboardPage discordCard={<DiscordCard />} />;
}
