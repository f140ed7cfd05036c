import { Trans } from "#web/language/macros.ts";
import { Link } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { Icon } from "#web/ui/icon.tsx";

export function BackToGroups() {
  return (
    <Link
      to={paths.groups}
      className="mb-3 inline-flex min-h-6 items-center gap-1 text-sm text-text-2 hover:text-text-1 max-md:min-h-11 print:hidden"
    >
      <Icon name="back" />
      <Trans>Back to Groups</Trans>
    </Link>
  );
}
