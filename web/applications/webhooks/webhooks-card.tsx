import { Trans, ph, t } from "#web/language/macros.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import type { Webhook } from "#shared/applications/webhooks.ts";
import { SecretNote } from "#web/ui/feedback/secret-note.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { deliveriesQuery, webhooksQuery } from "./queries.ts";
import { WebhookRow } from "./webhook-row.tsx";

const DeleteDialog = lazy(() => import("./delete-webhook-dialog.tsx"));
const ReplaceWebhookSecretDialog = lazy(() => import("./replace-webhook-secret-dialog.tsx"));
const WebhookDialog = lazy(() => import("./webhook-dialog.tsx"));

const SHOWN = 5;

/** Addresses that hear what happens, and what they answered last. */
export default function WebhooksCard({ application: { id } }: { application: Application }) {
  const { data, isPending, refetch } = useQuery(webhooksQuery(id));
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [replaced, setReplaced] = useState<Webhook>();
  const [deleted, setDeleted] = useState<Webhook>();
  return (
    <Card
      isFlush
      anchor="application-webhooks"
      title={t`Webhooks`}
      actions={
        <Button size="sm" onClick={() => setIsCreating(true)}>
          <Trans>New webhook</Trans>
        </Button>
      }
    >
      {secret !== undefined && (
        <div className="p-4">
          <SecretNote
            title={t`Copy the signing secret now. It is shown once.`}
            secret={secret}
            kept={t`Muster keeps it encrypted, to sign with.`}
            what={t`the signing secret`}
            onStored={() => setSecret(undefined)}
          />
        </div>
      )}
      {isPending ? (
        <RowsSkeleton label={t`Loading the webhooks`} rows={2} />
      ) : !data ? (
        <LoadFailed title={t`The webhooks could not be loaded`} onRetry={refetch} />
      ) : data.items.length === 0 ? (
        <p className="px-4 py-3 text-text-2">
          <Trans>
            No webhooks yet. With one, the application is told at once when a member joins or
            leaves.
          </Trans>
        </p>
      ) : (
        <>
          <ul aria-label={t`Webhooks`} className="divide-y divide-line-faint">
            {data.items.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                applicationId={id}
                webhook={webhook}
                onReplace={() => setReplaced(webhook)}
                onDelete={() => setDeleted(webhook)}
              />
            ))}
          </ul>
          <LatestDeliveries applicationId={id} />
        </>
      )}
      <Suspense>
        {isCreating && (
          <WebhookDialog
            applicationId={id}
            onClose={() => setIsCreating(false)}
            onCreated={setSecret}
          />
        )}
        {replaced && (
          <ReplaceWebhookSecretDialog
            applicationId={id}
            webhook={replaced}
            onClose={() => setReplaced(undefined)}
            onReplaced={setSecret}
          />
        )}
        {deleted && (
          <DeleteDialog
            applicationId={id}
            webhook={deleted}
            onClose={() => setDeleted(undefined)}
          />
        )}
      </Suspense>
    </Card>
  );
}

function LatestDeliveries({ applicationId }: { applicationId: string }) {
  const list = useInfiniteQuery(deliveriesQuery(applicationId));
  const counts = list.data?.pages[0]?.counts;
  const items = itemsOf(list.data).slice(0, SHOWN);
  if (!counts) {
    if (!list.isError) return null;
    return <LoadFailed title={t`The deliveries could not be loaded`} onRetry={list.refetch} />;
  }
  return (
    <section className="border-t border-line-faint" aria-labelledby="deliveries">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
        <h3 id="deliveries" className="font-ui text-sm font-medium tracking-normal">
          <Trans>Latest deliveries</Trans>
        </h3>
        {counts.waiting > 0 && (
          <Chip tone="warn">
            <Trans>{ph({ waiting: formatInteger(counts.waiting) })} waiting</Trans>
          </Chip>
        )}
        <ButtonLink
          size="sm"
          variant="ghost"
          className="ml-auto"
          to={paths.adminDeliveries(applicationId)}
        >
          <Trans>All deliveries</Trans>
        </ButtonLink>
      </header>
      <DeliveryList
        applicationId={applicationId}
        deliveries={items}
        maxTries={list.data?.pages[0]?.maxTries ?? 0}
      />
      <p className="border-t border-line-faint px-4 py-2.5 text-xs text-text-2">
        <Trans>
          Last 7 days: {ph({ delivered: formatInteger(counts.delivered) })} delivered,{" "}
          {ph({ waiting: formatInteger(counts.waiting) })} waiting,{" "}
          {ph({ failed: formatInteger(counts.failed) })} given up
        </Trans>
      </p>
    </section>
  );
}
