import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { Suspense } from "react";
import { Outlet, useLocation } from "react-router";
import type { Message } from "#shared/language/messages.ts";
import { tabbedAt } from "#web/app/navigation/places.ts";
import { useSession } from "#web/lib/api/session.ts";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { paths } from "#web/lib/paths.ts";
import { Area } from "#web/ui/page.tsx";
import type { Crumb } from "#web/ui/page.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";

/** The pages that have pages below them. */
const PARENTS: Readonly<Record<string, Message>> = {
  [paths.adminGroups]: msg`Groups`,
  [paths.adminPilots]: msg`Pilots`,
  [paths.adminCorporations]: msg`Corporations`,
  [paths.adminDiscord]: msg`Discord`,
  [paths.adminApplications]: msg`Applications`,
  [paths.adminHeld]: msg`Held changes`,
};

/** The area, and the list above the page. The page itself adds what lies between, as it knows the names. */
function trailOf(pathname: string): Crumb[] {
  const above = Object.entries(PARENTS).find(([path]) => pathname.startsWith(`${path}/`));
  return [
    // The address of the area leads to its categories, as the specification has it; its first page is the overview.
    { to: paths.adminOverview, label: t`Admin Panel` },
    ...(above ? [{ to: above[0], label: say(above[1]) }] : []),
  ];
}

/** Around every page of the admin area; its side nav stands in the sidebar. Keepers who are no administrators see one page of it. */
export default function AdminLayout() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const item = tabbedAt(pathname);
  const tabs = item && (
    <TabLinks
      label={say(item.title)}
      tabs={item.places.map(({ to, label: name }) => ({
        to,
        label: say(name),
        isCurrent: to === pathname,
      }))}
    />
  );
  return (
    <Area value={user?.is_admin ? { trail: trailOf(pathname), tabs } : { trail: [] }}>
      <Suspense fallback={<Loading>{t`Loading...`}</Loading>}>
        <Outlet />
      </Suspense>
    </Area>
  );
}
