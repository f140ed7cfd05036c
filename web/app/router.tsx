import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { LandingPage } from "#web/sign-in/landing-page.tsx";
import { AdminGuard } from "./admin-guard.tsx";
import { LoginGuard } from "./login-guard.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { ADMIN_PAGES, PUBLIC_PAGES, SIGNED_IN_PAGES, startLoading } from "./pages.ts";
import type { PageRoute } from "./pages.ts";
import { RouteFocus } from "./route-focus.tsx";
import { Shell } from "./shell.tsx";

const publicRoutes = PUBLIC_PAGES.map(toRoute);
const signedInRoutes = SIGNED_IN_PAGES.map(toRoute);
const adminRoutes = ADMIN_PAGES.map(toRoute);
const AdminLayout = lazy(() => import("#web/admin/admin-layout.tsx"));

startLoading(location.pathname);

/** Every route. The landing page comes with the entry; all others load when they are visited. */
export function Router() {
  return (
    <Suspense>
      <RouteFocus />
      <Routes>
        <Route path="/" element={<LandingPage />} />
        {publicRoutes}
        <Route element={<LoginGuard />}>
          <Route element={<Shell />}>
            {signedInRoutes}
            <Route path={paths.admin} element={<AdminGuard />}>
              <Route element={<AdminLayout />}>
                <Route index element={<Navigate to={paths.adminCategories} replace />} />
                {adminRoutes}
              </Route>
            </Route>
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}

function toRoute({ path, load }: PageRoute) {
  const Page = lazy(load);
  return <Route key={path} path={path} element={<Page />} />;
}
