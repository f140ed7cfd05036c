import { ActivityCard } from "./activity-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

/** The end of the dashboard. */
export default function AccountCards() {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <ActivityCard />
      <SessionsCard />
    </div>
  );
}
