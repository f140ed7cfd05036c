import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { CorporationDetail } from "#shared/corporations.ts";
import { CorporationHeader } from "#web/corporations/corporation/corporation-header.tsx";
import { CorporationTiles } from "#web/corporations/corporation/corporation-tiles.tsx";
import { corporationQuery } from "#web/corporations/corporation/queries.ts";
import { corporationDataQuery } from "#web/corporations/data/queries.ts";
import { isGone } from "#web/lib/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import type { Prefetch } from "#web/lib/prefetch.ts";
import { useBreadcrumb } from "#web/ui/breadcrumbs.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/list-states.tsx";
import { PageHeader, PageTitle } from "#web/ui/page-title.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { CorporationTabs } from "./corporation-tabs.tsx";

const NOT_FOUND = "Corporation not found (may have been removed)";

export const prefetch: Prefetch = (client, { corporationId }, search) => {
  void client.prefetchQuery(corporationQuery(Number(corporationId)));
  if (["data", "fetch"].includes(search.get("tab") ?? "")) {
    void client.prefetchQuery(corporationDataQuery(Number(corporationId)));
  }
};

export default function CorporationPage() {
  const { corporationId = "" } = useParams();
  // The API answers 400 to an invalid id, so it is not requested.
  if (!/^[1-9]\d{0,14}$/.test(corporationId)) return <NotFound />;
  return <CorporationOrNot key={corporationId} corporationId={Number(corporationId)} />;
}

function CorporationOrNot({ corporationId }: { corporationId: number }) {
  const { data, error, isPending, refetch } = useQuery(corporationQuery(corporationId));
  useBreadcrumb(isGone(error) ? undefined : data?.name);
  if (isPending) return <Loading>Loading corporation...</Loading>;
  if (isGone(error)) return <NotFound />;
  if (!data) return <LoadFailed title="The corporation could not be loaded" onRetry={refetch} />;
  return <ManagedCorporation corporation={data} />;
}

function NotFound() {
  useBreadcrumb("Corporation not found");
  return (
    <>
      <PageHeader title={NOT_FOUND} />
      <ButtonLink variant="primary" to={paths.adminCorporations}>
        Back to Corporations
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
        <CorporationTiles corporation={corporation} />
        <CorporationTabs corporation={corporation} />
      </div>
    </>
  );
}
