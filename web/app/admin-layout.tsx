import { Trans, t } from "#web/language/macros.ts";
import { Suspense, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useSession } from "#web/lib/api/session.ts";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { BreadcrumbLabel, Breadcrumbs } from "#web/ui/page/breadcrumbs.tsx";

/** Around every page of the admin area; its side nav stands in the sidebar. Keepers who are no administrators see one page of it. */
export default function AdminLayout() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const [label, setLabel] = useState<string>();
  return (
    <BreadcrumbLabel value={setLabel}>
      {user?.is_admin && (
        <header className="mb-4 flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line-faint pb-3">
          <p className="font-display text-lg font-semibold">
            <Trans>Admin Panel</Trans>
          </p>
          <Breadcrumbs pathname={pathname} label={label} />
        </header>
      )}
      <Suspense fallback={<Loading>{t`Loading...`}</Loading>}>
        <Outlet />
      </Suspense>
    </BreadcrumbLabel>
  );
}
