import type { GroupFilters } from "#web/groups/group/queries.ts";
import { SegmentLinks } from "#web/ui/page/segment-links.tsx";
import { writeFilters } from "./use-group-filters.ts";

/** All · Mine · Joinable. The other filters stay. */
export function GroupSegments({ filters }: { filters: GroupFilters }) {
  const { myGroups, joinable, ...others } = filters;
  const linkTo = (shown: GroupFilters) => `?${writeFilters({ ...others, ...shown })}`;
  return (
    <SegmentLinks
      label="Groups shown"
      segments={[
        { label: "All", to: linkTo({}), isCurrent: !myGroups && !joinable },
        { label: "Mine", to: linkTo({ myGroups: "true" }), isCurrent: Boolean(myGroups) },
        { label: "Joinable", to: linkTo({ joinable: "true" }), isCurrent: Boolean(joinable) },
      ]}
    />
  );
}
