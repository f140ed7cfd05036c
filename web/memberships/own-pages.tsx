import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { waitingQuery } from "#web/lib/waiting.ts";
import { TabLinks } from "#web/ui/page/tab-links.tsx";

/** The three pages about the user's own memberships lead to each other. */
export function OwnPages() {
  const { pathname } = useLocation();
  const waiting = useQuery(waitingQuery).data;
  const tab = (label: string, to: string) => ({ label, to, isCurrent: pathname === to });
  return (
    <div className="-mt-2 mb-4">
      <TabLinks
        label="Your memberships"
        tabs={[
          tab("My Groups", paths.myGroups),
          tab("My access", paths.access),
          { ...tab("Invitations", paths.invitations), count: waiting?.invitations ?? null },
        ]}
      />
    </div>
  );
}
