import { lazy, Suspense, useState } from "react";
import { Navigate, Outlet, useMatch } from "react-router";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { returnPathOf } from "#web/lib/return-path.ts";
import type { Arrival } from "#web/lib/return-path.ts";

const InvitedPage = lazy(() => import("#web/sign-in/invited-page.tsx"));

/**
 * Redirects users without a session to the landing page, which says why and returns them after the login. An invite link has a
 * page of its own for them.
 */
export default function LoginGuard() {
  const { isAuthenticated } = useSession();
  const invite = useMatch(paths.invite(":code"));
  if (isAuthenticated) return <Outlet />;
  if (invite) {
    return (
      <Suspense>
        <InvitedPage code={invite.params["code"] ?? ""} />
      </Suspense>
    );
  }
  return <ToLandingPage />;
}

function ToLandingPage() {
  // The browser's address: that of a page which the router still renders, if its data said that the session has ended.
  const [arrival] = useState<Arrival>(() => ({ returnTo: returnPathOf(window.location) }));
  return <Navigate to={paths.home} state={arrival} replace />;
}
