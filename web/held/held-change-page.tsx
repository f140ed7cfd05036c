import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isGone } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { HeldCard } from "./held-card.tsx";
import { heldChangeQuery } from "./queries.ts";

export default function HeldChangePage() {
  const { heldId = "" } = useParams();
  const { data, error } = useQuery(heldChangeQuery(heldId));
  const isMissing = isGone(error);
  if (isMissing) {
    return (
      <>
        <PageHeader
          title={t`Held change not found`}
          subtitle={t`Its group may have been deleted.`}
        />
        <ButtonLink variant="primary" to={paths.adminHeld}>
          {t`Back to Held changes`}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <PageHeader title={t`Held change`} subtitle={data && <bdi>{data.groupName}</bdi>} />
      <HeldCard key={heldId} id={heldId} />
    </>
  );
}
