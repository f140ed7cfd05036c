import { Trans, ph } from "#web/language/macros.ts";
import { Link } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { Icon } from "#web/ui/icon.tsx";

export function BackToGroup(props: {
  groupId: string;
  groupName: string;
  tab?: string;
  /** Filters of the tab: "?state=in_talks". */
  search?: string;
}) {
  const { groupId, groupName, tab, search = "" } = props;
  const path = paths.group(groupId);
  return (
    <Link
      to={tab === undefined ? path : `${path}?tab=${tab}${search.replace("?", "&")}`}
      className="mb-3 inline-flex min-h-6 items-center gap-1 text-sm text-text-2 hover:text-text-1 max-md:min-h-11"
    >
      <Icon name="back" />
      <Trans>
        Back to <bdi>{ph({ groupName })}</bdi>
      </Trans>
    </Link>
  );
}
