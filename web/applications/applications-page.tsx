import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { ApplicationSummary, SigningKey } from "#shared/applications/applications.ts";
import type { Anchor } from "#web/lib/anchors.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { CopyRow } from "#web/ui/for-programs.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { LastTime, RelativeTime } from "#web/ui/time.tsx";
import "#web/repairs/requirements.css";
import { allowedText, OnChip } from "./application-summary.tsx";
import { applicationsQuery } from "./queries.ts";

const CreateDialog = lazy(async () => ({
  default: (await import("./applications-page-dialogs.tsx")).CreateDialog,
}));

export default function ApplicationsPage() {
  const { data, isPending, refetch } = useQuery(applicationsQuery);
  const [isCreating, setIsCreating] = useState(false);
  const add = (
    <Button variant="primary" icon={<Icon name="plus" />} onClick={() => setIsCreating(true)}>
      {t`Add application`}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t`Applications`}
        subtitle={t`Wikis, forums and scripts that rely on Muster`}
        actions={data && data.applications.length > 0 && add}
      />
      {isPending ? (
        <Card isFlush>
          <RowsSkeleton label={t`Loading applications`} shape="two-lines" />
        </Card>
      ) : !data ? (
        <LoadFailed title={t`The applications could not be loaded`} onRetry={refetch} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <Card isFlush>
            {data.applications.length === 0 ? (
              <EmptyState variant="call-to-action" title={t`No application yet`} action={add}>
                <Trans>
                  Players sign in to a wiki or a forum with Muster, and it learns their groups.
                  Scripts read the API with a token.
                </Trans>
              </EmptyState>
            ) : (
              <ul aria-label={t`Applications`} className="divide-y divide-line-faint">
                {data.applications.map((application) => (
                  <Row key={application.id} application={application} />
                ))}
              </ul>
            )}
          </Card>
          <Card title={t`For every application`}>
            <div className="grid gap-2">
              <CopyRow label={t`Issuer`} value={data.issuer} what={t`the issuer`} />
              <p className="text-sm text-text-2">
                <Trans>
                  Most programs ask for the issuer or the discovery address, a client id and a
                  secret.
                </Trans>
              </p>
            </div>
          </Card>
          <KeysCard keys={data.keys} />
        </div>
      )}
      <Suspense>{isCreating && <CreateDialog onClose={() => setIsCreating(false)} />}</Suspense>
    </>
  );
}

function Row({ application }: { application: ApplicationSummary }) {
  const { id, name, isOn, isPublic, requiredGroup, people, lastSignInAt } = application;
  const who =
    requiredGroup === null ? (
      t`Every player`
    ) : requiredGroup.name === null ? (
      <Trans>
        Members of <bdi>a deleted group</bdi>
      </Trans>
    ) : (
      <Trans>
        Members of <bdi>{ph({ groupName: requiredGroup.name })}</bdi>
      </Trans>
    );
  return (
    <li className="relative flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-surface-2">
      <span className="grid size-8 shrink-0 place-items-center rounded-control bg-signal-dim text-signal">
        <Icon name="apps" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <Link
          to={paths.adminApplication(id)}
          className="font-medium wrap-anywhere after:absolute after:inset-0"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="text-xs wrap-anywhere text-text-2">
          <Trans>
            {ph({ who })}, {ph({ allowed: allowedText(people) })}
          </Trans>
        </p>
      </div>
      <span className="text-sm">
        <LastTime at={lastSignInAt} never={t`No sign-in yet`} />
      </span>
      {isPublic && (
        <Chip>
          <Trans context="application">Public</Trans>
        </Chip>
      )}
      <OnChip isOn={isOn} />
    </li>
  );
}

const RotateDialog = lazy(async () => ({
  default: (await import("./applications-page-dialogs.tsx")).RotateDialog,
}));

/** The keys that sign what applications are told. */
function KeysCard({ keys }: { keys: readonly SigningKey[] }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card isFlush>
      <details id={"signing-keys" satisfies Anchor} className="disclosure">
        <summary className="flex min-h-11 items-center gap-3 px-4 py-2">
          <h2 className="min-w-0 flex-1 text-lg">{t`Signing keys`}</h2>
          <span className="disclosure-chevron text-text-2">
            <Icon name="chevron" />
          </span>
        </summary>
        {keys.length > 0 && (
          <div className="border-t border-line-faint px-4 py-2.5">
            <Button size="sm" icon={<Icon name="refresh" />} onClick={() => setIsAsking(true)}>
              {t`Rotate`}
            </Button>
          </div>
        )}
        {keys.length === 0 ? (
          <p className="px-4 py-3 text-text-2">{t`Muster makes them within a minute.`}</p>
        ) : (
          <ul
            aria-label={t`Signing keys`}
            className="divide-y divide-line-faint border-t border-line-faint"
          >
            {keys.map(({ kid, createdAt, state }) => (
              <li key={kid} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                <code className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">{kid}</code>
                <span className="text-sm text-text-2">
                  <Trans>
                    made <RelativeTime at={createdAt} />
                  </Trans>
                </span>
                <StateChip state={state} />
              </li>
            ))}
          </ul>
        )}
      </details>
      <Suspense>{isAsking && <RotateDialog onClose={() => setIsAsking(false)} />}</Suspense>
    </Card>
  );
}

function StateChip({ state }: Pick<SigningKey, "state">) {
  switch (state) {
    case "current":
      return <Chip tone="ok">{t`Signs now`}</Chip>;
    case "next":
      return <Chip icon="clock">{t`Signs next`}</Chip>;
    case "former":
      return <Chip icon="clock">{t`Still valid`}</Chip>;
  }
}
