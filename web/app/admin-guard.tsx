import { Navigate, Outlet } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { useSession } from "#web/lib/session.ts";
import { Loading } from "#web/ui/skeleton.tsx";

/** Lets system administrators through; everybody else belongs on the dashboard. */
export function AdminGuard() {
  const { user, isAuthenticated, isPending } = useSession();
  if (isPending && isAuthenticated) return <Loading>Loading admin panel...</Loading>;
  return user?.is_admin ? <Outlet /> : <Navigate to={paths.dashboard} replace />;
}
