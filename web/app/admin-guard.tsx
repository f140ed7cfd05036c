import { Suspense, useDeferredValue } from "react";
import { Navigate, Outlet } from "react-router";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { FullPage } from "#web/ui/page/full-page.tsx";

/** Lets system administrators through; everybody else belongs on the dashboard, and loads nothing of it. */
export default function AdminGuard() {
  const { user, isAuthenticated, isError, retry } = useSession();
  const verdict = user ? user.is_admin : isAuthenticated ? undefined : false;
  // Deferred: when the area's code is not here yet, "Loading" stays, and is not taken away in two steps.
  const isAdmin = useDeferredValue(verdict);
  // Nobody knows yet who this is: whoever may be here keeps the address.
  if (isError && isAuthenticated) {
    return (
      <FullPage title="The admin panel could not be loaded" isInShell>
        <p className="text-text-2">You are still signed in, and nothing was changed.</p>
        <Button onClick={retry}>Try again</Button>
      </FullPage>
    );
  }
  if (isAdmin === false) return <Navigate to={paths.dashboard} replace />;
  const loading = <Loading>Loading admin panel...</Loading>;
  return <Suspense fallback={loading}>{isAdmin ? <Outlet /> : loading}</Suspense>;
}
