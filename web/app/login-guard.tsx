import { Navigate, Outlet } from "react-router";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";

/** Redirects users without a session to the landing page. */
export default function LoginGuard() {
  const { isAuthenticated } = useSession();
  return isAuthenticated ? <Outlet /> : <Navigate to={paths.home} replace />;
}
