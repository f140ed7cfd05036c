import { Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { AdminGuard } from "./admin-guard.tsx";
import { lazyComponent } from "#web/lib/lazy-component.tsx";
import { LoginGuard } from "./login-guard.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { ADMIN_LAYOUT, ADMIN_PAGES, PUBLIC_PAGES, SHELL, SIGNED_IN_PAGES } from "./pages.ts";
import type { Page } from "./pages.ts";
import { RouteFocus } from "./route-focus.tsx";

const publicRoutes = PUBLIC_PAGES.map(toRoute);
const signedInRoutes = SIGNED_IN_PAGES.map(toRoute);
const adminRoutes = ADMIN_PAGES.map(toRoute);
const Shell = lazyComponent(SHELL);
const AdminLayout = lazyComponent(ADMIN_LAYOUT);

/** Every route. Each loads when it is visited. */
export function Router() {
  return (
    <Suspense>
      <RouteFocus />
      <Routes>
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

function toRoute({ path, code }: Page) {
  const Page = lazyComponent(code);
  return <Route key={path} path={path} element={<Page />} />;
}
