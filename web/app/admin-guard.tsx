import { Suspense } from "react";
import { Navigate, Outlet } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { useSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { FullPage } from "#web/ui/full-page.tsx";
import { Loading } from "#web/ui/skeleton.tsx";

/** Lets system administrators through; everybody else belongs on the dashboard, and loads nothing of it. */
export function AdminGuard() {
  const { user, isAuthenticated, isPending, isError, retry } = useSession();
  const loading = <Loading>Loading admin panel...</Loading>;
  if (isPending && isAuthenticated) return loading;
  // Nobody knows yet who this is: whoever may be here keeps the address.
  if (isError && isAuthenticated) {
    return (
      <FullPage title="The admin panel could not be loaded" isInShell>
        <p className="text-text-2">You are still signed in, and nothing was changed.</p>
        <Button onClick={retry}>Try again</Button>
      </FullPage>
    );
  }
  if (!user?.is_admin) return <Navigate to={paths.dashboard} replace />;
  return (
    <Suspense fallback={loading}>
      <Outlet />
    </Suspense>
  );
}
