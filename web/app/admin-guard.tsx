import { Suspense } from "react";
import { Navigate, Outlet } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { useSession } from "#web/lib/session.ts";
import { Loading } from "#web/ui/skeleton.tsx";

/** Lets system administrators through; everybody else belongs on the dashboard, and loads nothing of it. */
export function AdminGuard() {
  const { user, isAuthenticated, isPending } = useSession();
  const loading = <Loading>Loading admin panel...</Loading>;
  if (isPending && isAuthenticated) return loading;
  if (!user?.is_admin) return <Navigate to={paths.dashboard} replace />;
  return (
    <Suspense fallback={loading}>
      <Outlet />
    </Suspense>
  );
}
