import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useParams } from "react-router";
import type { Application } from "#shared/applications/applications.ts";
import { isGone } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { useBreadcrumb } from "#web/ui/page/breadcrumbs.tsx";
import { PageHeader, PageTitle } from "#web/ui/page/page-title.tsx";
import { DateOnly } from "#web/ui/time.tsx";
import { ClaimsCard } from "#web/applications/settings/claims-card.tsx";
import { CredentialsCard } from "#web/applications/settings/credentials-card.tsx";
import { TestSignInButton } from "#web/applications/setup/test-sign-in-button.tsx";
import { UrisCard } from "#web/applications/settings/uris-card.tsx";
import { peopleText } from "./count-text.ts";
import { ApplicationActions } from "./application-actions.tsx";
import { ClaimsPreviewCard } from "./claims-preview-card.tsx";
import { OnChip } from "./on-chip.tsx";
import { applicationQuery, secretQuery } from "./queries.ts";
import { SecretNote } from "#web/ui/feedback/secret-note.tsx";
import { SignInsCard } from "./sign-ins-card.tsx";

const SetupGuide = lazy(() => import("#web/applications/setup/setup-guide.tsx"));
const WhoCard = lazy(() => import("#web/applications/settings/who-card.tsx"));
const TokensCard = lazy(() => import("#web/applications/tokens/tokens-card.tsx"));
const FactsCard = lazy(() => import("#web/applications/facts/facts-card.tsx"));
const WebhooksCard = lazy(() => import("#web/applications/webhooks/webhooks-card.tsx"));

export default function ApplicationPage() {
  const { applicationId = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(applicationQuery(applicationId));
  const isMissing = isGone(error);
  useBreadcrumb(isMissing ? t`Application not found` : data?.name);
  if (isPending) {
    return (
      <>
        <PageTitle>{t`Application`}</PageTitle>
        <Loading>{t`Loading the application...`}</Loading>
      </>
    );
  }
  if (isMissing) {
    return (
      <>
        <PageHeader title={t`Application not found`} subtitle={t`It may have been deleted.`} />
        <ButtonLink variant="primary" to={paths.adminApplications}>
          <Trans>Back to Applications</Trans>
        </ButtonLink>
      </>
    );
  }
  if (!data) return <LoadFailed title={t`The application could not be loaded`} onRetry={refetch} />;
  return <Loaded key={data.id} application={data} />;
}

function Loaded({ application }: { application: Application }) {
  const client = useQueryClient();
  const secret = secretQuery(application.id);
  const { data: shown } = useQuery(secret);
  return (
    <>
      <Header application={application} />
      <div className="grid grid-cols-1 gap-4">
        {shown !== null && (
          <SecretNote
            title={t`Copy the secret now. It is shown once.`}
            secret={shown}
            what={t`the secret`}
            onStored={() => client.setQueryData(secret.queryKey, null)}
          />
        )}
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="grid grid-cols-1 gap-4">
            <CredentialsCard
              application={application}
              guide={<SetupGuide application={application} />}
            />
            <UrisCard application={application} />
            <Suspense fallback={<Card title={t`Who can sign in`}> </Card>}>
              <WhoCard application={application} />
            </Suspense>
            <ClaimsCard application={application} />
            <Suspense>
              <TokensCard application={application} />
              <FactsCard application={application} />
              <WebhooksCard application={application} />
            </Suspense>
          </div>
          <div className="grid grid-cols-1 gap-4">
            <SignInsCard application={application} />
            <ClaimsPreviewCard application={application} />
          </div>
        </div>
      </div>
    </>
  );
}

function Header({ application }: { application: Application }) {
  const { name, isOn, people30Days, createdAt, createdBy } = application;
  return (
    <PageHeader
      title={name}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <OnChip isOn={isOn} />
          <span>
            <Trans>Sign in with Muster, OpenID Connect</Trans> ·{" "}
            <Trans>{ph({ people: peopleText(people30Days) })} in the last 30 days</Trans> ·{" "}
            {createdBy?.name == null ? (
              <Trans>
                added <DateOnly at={createdAt} />
              </Trans>
            ) : (
              <Trans>
                added by <bdi>{ph({ creator: createdBy.name })}</bdi>, <DateOnly at={createdAt} />
              </Trans>
            )}
          </span>
        </span>
      }
      actions={
        <>
          <TestSignInButton application={application} />
          <ApplicationActions application={application} />
        </>
      }
    />
  );
}
