import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { returnPathOf } from "#web/lib/return-path.ts";
import type { Arrival } from "#web/lib/return-path.ts";

/** Redirects users without a session to the landing page, which says why and returns them after the login. */
export default function LoginGuard() {
  const { isAuthenticated } = useSession();
  const location = useLocation();
  if (isAuthenticated) return <Outlet />;
  const arrival: Arrival = { returnTo: returnPathOf(location) };
  return <Navigate to={paths.home} state={arrival} replace />;
}
