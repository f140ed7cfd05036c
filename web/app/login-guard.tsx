import { Navigate, Outlet } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { useSession } from "#web/lib/session.ts";

/** Lets the signed-in through; everybody else starts at the landing page. */
export default function LoginGuard() {
  const { isAuthenticated } = useSession();
  return isAuthenticated ? <Outlet /> : <Navigate to={paths.home} replace />;
}
