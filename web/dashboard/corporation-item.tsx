import { useId } from "react";
import type { Waiting } from "#shared/groups/groups.ts";
import { NoDirectorSince } from "#web/eve/director-access/no-director-since.tsx";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";

/** A corporation that cannot be read, for administrators. */
export default function CorporationItem({
  corporationId,
  name,
  since,
}: Waiting["corporations"][number]) {
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 first:border-t-0">
      <div className="w-46 max-md:w-full">
        <Chip tone="danger">Corporation not read</Chip>
      </div>
      <div className="min-w-40 flex-1">
        <p id={nameId} className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-text-2">
          <NoDirectorSince since={since} />.
        </p>
      </div>
      <ButtonLink size="sm" to={paths.adminCorporation(corporationId)} aria-describedby={nameId}>
        Repair
      </ButtonLink>
    </li>
  );
}
