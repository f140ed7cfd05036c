import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { waitingQuery } from "#web/lib/api/queries.ts";
import { TabLinks } from "#web/ui/tab-links.tsx";

/** The three pages about the user's own memberships lead to each other. */
export function OwnPages() {
  const { pathname } = useLocation();
  const waiting = useQuery(waitingQuery).data;
  const tab = (label: string, to: string) => ({ label, to, isCurrent: pathname === to });
  return (
    <div className="-mt-2 mb-4">
      <TabLinks
        label={t`Your memberships`}
        tabs={[
          tab(t`My Groups`, paths.myGroups),
          tab(t`My access`, paths.access),
          { ...tab(t`Invitations`, paths.invitations), count: waiting?.invitations ?? null },
        ]}
      />
    </div>
  );
}
