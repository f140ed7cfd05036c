import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { CorporationDetail } from "#shared/corporations/corporations.ts";
import { CorporationHeader } from "#web/corporations/corporation/corporation-header.tsx";
import { CorporationTiles } from "#web/corporations/corporation/corporation-tiles.tsx";
import { corporationQuery } from "#web/corporations/corporation/queries.ts";
import { isGone } from "#web/lib/api/api-error.ts";
import { parseEveId, paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { useBreadcrumb } from "#web/ui/page/breadcrumbs.tsx";
import { PageHeader, PageTitle } from "#web/ui/page/page-title.tsx";
import { StatusAlert } from "./status-alert.tsx";
import { CorporationTabs } from "./corporation-tabs.tsx";

export default function CorporationPage() {
  const corporationId = parseEveId(useParams()["corporationId"]);
  if (corporationId === undefined) return <NotFound />;
  return <CorporationOrNot key={corporationId} corporationId={corporationId} />;
}

function CorporationOrNot({ corporationId }: { corporationId: number }) {
  const { data, error, isPending, refetch } = useQuery(corporationQuery(corporationId));
  useBreadcrumb(isGone(error) ? undefined : data?.name);
  if (isPending) return <Loading>{t`Loading corporation...`}</Loading>;
  if (isGone(error)) return <NotFound />;
  if (!data) return <LoadFailed title={t`The corporation could not be loaded`} onRetry={refetch} />;
  return <ManagedCorporation corporation={data} />;
}

function NotFound() {
  useBreadcrumb(t`Corporation not found`);
  return (
    <>
      <PageHeader title={t`Corporation not found (may have been removed)`} />
      <ButtonLink variant="primary" to={paths.adminCorporations}>
        <Trans>Back to Corporations</Trans>
      </ButtonLink>
    </>
  );
}

function ManagedCorporation({ corporation }: { corporation: CorporationDetail }) {
  return (
    <>
      <PageTitle>{corporation.name}</PageTitle>
      <div className="grid grid-cols-1 gap-4">
        <CorporationHeader corporation={corporation} />
        <StatusAlert corporation={corporation} />
        <CorporationTiles corporation={corporation} />
        <CorporationTabs corporation={corporation} />
      </div>
    </>
  );
}
