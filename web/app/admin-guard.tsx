import { t } from "#web/language/macros.ts";
import { Suspense, useDeferredValue } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { FullPage } from "#web/ui/page.tsx";

/**
 * Redirects users who are not system administrators to the dashboard; a keeper may open the watchlist. A redirected user loads no data
 * of the admin area.
 */
export default function AdminGuard() {
  const { user, isAuthenticated, isError, retry } = useSession();
  const isOfKeepers = useLocation().pathname === paths.adminWatchlist;
  const isAdminNow = user
    ? user.is_admin || (isOfKeepers && user.unseenHits !== undefined)
    : isAuthenticated
      ? undefined
      : false;
  // Deferred: the loading text stays until the code of the area has arrived.
  const isAdmin = useDeferredValue(isAdminNow);
  // Without the session's answer, an administrator must not be redirected.
  if (isError && isAuthenticated) {
    return (
      <FullPage title={t`The admin panel could not be loaded`} isInShell>
        <p className="text-text-2">{t`You are still signed in, and nothing was changed.`}</p>
        <Button onClick={retry}>{t`Try again`}</Button>
      </FullPage>
    );
  }
  if (isAdmin === false) return <Navigate to={paths.dashboard} replace />;
  const loading = <Loading>{t`Loading admin panel...`}</Loading>;
  return <Suspense fallback={loading}>{isAdmin ? <Outlet /> : loading}</Suspense>;
}
