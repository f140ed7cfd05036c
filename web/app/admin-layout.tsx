import { Trans, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { adminMenu, usedPlaces } from "#web/app/navigation/places.ts";
import { useSession } from "#web/lib/api/session.ts";
import { waitingQuery } from "#web/lib/waiting.ts";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { BreadcrumbLabel, Breadcrumbs } from "#web/ui/page/breadcrumbs.tsx";
import { TabLinks } from "#web/ui/page/tab-links.tsx";

/** Around every page of the admin area; its side nav stands in the sidebar. Keepers who are no administrators see one page of it. */
export default function AdminLayout() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const [label, setLabel] = useState<string>();
  const { data: waiting } = useQuery(waitingQuery);
  const item = adminMenu(usedPlaces(user, waiting)).find(({ places }) =>
    places.some(({ to }) => to === pathname),
  );
  return (
    <BreadcrumbLabel value={setLabel}>
      {user?.is_admin && (
        <header className="mb-2 flex min-w-0 flex-wrap items-baseline gap-x-3">
          <p className="text-sm text-text-2">
            <Trans>Admin Panel</Trans>
          </p>
          <Breadcrumbs pathname={pathname} label={label} />
        </header>
      )}
      {user?.is_admin && item && item.places.length > 1 && (
        <div className="mb-4">
          <TabLinks
            label={say(item.title)}
            tabs={item.places.map(({ to, label: name }) => ({
              to,
              label: say(name),
              isCurrent: to === pathname,
            }))}
          />
        </div>
      )}
      <Suspense fallback={<Loading>{t`Loading...`}</Loading>}>
        <Outlet />
      </Suspense>
    </BreadcrumbLabel>
  );
}
