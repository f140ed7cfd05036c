import { t } from "#web/language/macros.ts";
import type { GroupFilters } from "#web/groups/group/queries.ts";
import { SegmentLinks } from "#web/ui/page/segment-links.tsx";
import { writeFilters } from "./filters-in-url.ts";

/** All · Mine · Joinable. The other filters stay. */
export function GroupSegments({ filters }: { filters: GroupFilters }) {
  const { myGroups, joinable, ...others } = filters;
  const linkTo = (shown: GroupFilters) => `?${writeFilters({ ...others, ...shown })}`;
  return (
    <SegmentLinks
      label={t`Groups shown`}
      segments={[
        { label: t`All`, to: linkTo({}), isCurrent: !myGroups && !joinable },
        { label: t`Mine`, to: linkTo({ myGroups: "true" }), isCurrent: Boolean(myGroups) },
        { label: t`Joinable`, to: linkTo({ joinable: "true" }), isCurrent: Boolean(joinable) },
      ]}
    />
  );
}
