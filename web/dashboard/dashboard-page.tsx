import { Navigate } from "react-router";
import type { User } from "#shared/session.ts";
import { paths } from "#web/lib/paths.ts";
import { useSession } from "#web/lib/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-title.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { LinkedCharacters } from "./linked-characters.tsx";
import { MainCharacterCard } from "./main-character-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

export default function DashboardPage() {
  const { user, isPending, isError, retry } = useSession();
  if (!user && !isPending && !isError) return <Navigate to={paths.home} replace />;
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Manage your characters and connections" />
      {isPending && <Loading>Loading dashboard...</Loading>}
      {isError && (
        <Alert
          tone="danger"
          title="Your account could not be loaded"
          action={<Button onClick={retry}>Try again</Button>}
        >
          You are still signed in, and nothing was changed.
        </Alert>
      )}
      {user && <Dashboard user={user} />}
    </>
  );
}

function Dashboard({ user }: { user: User }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <AttentionCard characters={user.characters} />
      <MainCharacterCard user={user} />
      <LinkedCharacters user={user} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <ActivityCard />
        <SessionsCard />
      </div>
    </div>
  );
}
