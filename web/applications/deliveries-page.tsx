import { ph, t } from "#web/language/macros.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { applicationQuery } from "./queries.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { deliveriesQuery } from "./webhook-queries.ts";

/** Everything that was sent to the webhooks of an application, the latest first. */
export default function DeliveriesPage() {
  const { applicationId = "" } = useParams();
  const { data: application, isError, refetch } = useQuery(applicationQuery(applicationId));
  const list = useInfiniteQuery(deliveriesQuery(applicationId));
  const items = itemsOf(list.data);
  const counts = list.data?.pages[0]?.counts;
  return (
    <>
      <PageHeader
        title={t`Deliveries`}
        tabTitle={
          application
            ? t`Deliveries to ${ph({ applicationName: application.name })}`
            : t`Deliveries`
        }
        subtitle={
          counts &&
          t`Last 7 days: ${ph({ delivered: formatInteger(counts.delivered) })} delivered, ${ph({ waiting: formatInteger(counts.waiting) })} waiting, ${ph({ failed: formatInteger(counts.failed) })} given up`
        }
        trail={[
          {
            to: paths.adminApplication(applicationId),
            label: application?.name ?? t`Application`,
          },
        ]}
      />
      {isError && !application && list.data && (
        <div className="mb-4">
          <LoadFailed title={t`The application could not be loaded`} onRetry={refetch} />
        </div>
      )}
      <Card isFlush>
        {list.isPending ? (
          <RowsSkeleton label={t`Loading the deliveries`} shape="two-lines" />
        ) : list.data ? (
          <DeliveryList
            applicationId={applicationId}
            deliveries={items}
            maxTries={list.data.pages[0]?.maxTries ?? 0}
          />
        ) : (
          <LoadFailed title={t`The deliveries could not be loaded`} onRetry={list.refetch} />
        )}
        <LoadMore list={list} shown={items.length} />
      </Card>
    </>
  );
}
