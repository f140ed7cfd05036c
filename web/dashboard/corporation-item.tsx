import type { Waiting } from "#shared/groups/groups.ts";
import { NoDirectorSince } from "#web/eve/director-access/no-director-since.tsx";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { AttentionRow } from "./attention-row.tsx";

/** A corporation that cannot be read, for administrators. */
export default function CorporationItem({
  corporationId,
  name,
  since,
}: Waiting["corporations"][number]) {
  return (
    <AttentionRow
      chip={<Chip tone="danger">Corporation not read</Chip>}
      title={<bdi>{name}</bdi>}
      text={
        <>
          <NoDirectorSince since={since} />.
        </>
      }
      action={(titleId) => (
        <ButtonLink size="sm" to={paths.adminCorporation(corporationId)} aria-describedby={titleId}>
          Repair
        </ButtonLink>
      )}
    />
  );
}
