import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useParams, useNavigate } from "react-router";
import type { Application, TestSignIn } from "#shared/applications/applications.ts";
import { isGone } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink, Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { DateOnly } from "#web/ui/time.tsx";
import TestSignInDialog from "#web/applications/settings/test-sign-in-dialog.tsx";
import { ClaimsCard } from "#web/applications/settings/claims-card.tsx";
import { CredentialsCard } from "#web/applications/settings/credentials-card.tsx";
import { UrisCard } from "#web/applications/settings/uris-card.tsx";
import { peopleText, OnChip } from "./application-summary.tsx";
import {
  applicationQuery,
  secretQuery,
  claimsQuery,
  switchApplicationMutation,
  testSignInMutation,
} from "./queries.ts";
import { SecretNote, CodeBlock } from "#web/ui/for-programs.tsx";
import { SignInsCard } from "./sign-ins-card.tsx";
import { say } from "#web/language/messages.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { MenuButton } from "#web/ui/menu.tsx";
import { ApplicationDialogs } from "./application-dialogs.tsx";
import type { ApplicationDialog } from "./application-dialogs.tsx";

const SetupGuide = lazy(() => import("#web/applications/settings/setup-guide.tsx"));
const WhoCard = lazy(() => import("#web/applications/settings/who-card.tsx"));
const TokensCard = lazy(() => import("./tokens-card.tsx"));
const FactsCard = lazy(() => import("./facts-card.tsx"));
const WebhooksCard = lazy(() => import("./webhooks-card.tsx"));

export default function ApplicationPage() {
  const { applicationId = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(applicationQuery(applicationId));
  if (isGone(error)) {
    return (
      <>
        <PageHeader title={t`Application not found`} subtitle={t`It may have been deleted.`} />
        <ButtonLink variant="primary" to={paths.adminApplications}>
          {t`Back to Applications`}
        </ButtonLink>
      </>
    );
  }
  if (data) return <Loaded key={data.id} application={data} />;
  return (
    <>
      <PageHeader title={t`Application`} />
      {isPending ? (
        <Loading>{t`Loading the application...`}</Loading>
      ) : (
        <LoadFailed title={t`The application could not be loaded`} onRetry={refetch} />
      )}
    </>
  );
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
      chips={<OnChip isOn={isOn} />}
      subtitle={
        <>
          {t`Sign in with Muster, OpenID Connect`} ·{" "}
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
        </>
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

/** What the application would be told about the administrator who looks. */
function ClaimsPreviewCard({ application }: { application: Application }) {
  const { data, isPending, refetch } = useQuery(claimsQuery(application));
  return (
    <Card title={t`What it gets`}>
      {isPending ? (
        <Loading>{t`Loading the claims...`}</Loading>
      ) : data ? (
        <>
          <CodeBlock label={t`Claims as JSON`}>{JSON.stringify(data.claims, null, 2)}</CodeBlock>
          <p className="mt-2 text-xs text-text-2">
            {data.maySignIn ? (
              <Trans>
                For <bdi>{ph({ name: data.person.name ?? say(UNKNOWN_USER) })}</bdi>, signing in now
              </Trans>
            ) : (
              <Trans>
                For <bdi>{ph({ name: data.person.name ?? say(UNKNOWN_USER) })}</bdi>, who is not in
                the required group
              </Trans>
            )}
          </p>
        </>
      ) : (
        <LoadFailed title={t`The claims could not be loaded`} onRetry={refetch} />
      )}
    </Card>
  );
}

/** What concerns the application as a whole. */
function ApplicationActions({ application }: { application: Application }) {
  const { id, name, isOn, sessions, version } = application;
  const [open, setOpen] = useState<ApplicationDialog>();
  const navigate = useNavigate();
  const { act, isPending, failure } = useAction(
    switchApplicationMutation,
    t`Failed to switch the application on`,
  );
  const off = {
    label: t`Switch off`,
    icon: <Icon name="pause" />,
    onSelect: () => setOpen("off"),
  };
  return (
    <>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      {!isOn && (
        <Button
          variant="primary"
          isBusy={isPending}
          busyLabel={t`Switching on...`}
          onClick={() => void act({ id, isOn: true, version })}
        >
          {t`Switch on`}
        </Button>
      )}
      <span id="application-switch" className="inline-flex">
        <MenuButton
          label={t`Actions for ${name}`}
          items={[
            {
              label: t`Edit name and description`,
              icon: <Icon name="edit" />,
              onSelect: () => setOpen("edit"),
            },
            ...(isOn ? [off] : []),
            {
              label: t`End all sessions`,
              icon: <Icon name="logout" />,
              ...(sessions === 0 && { disabledBecause: t`No player is signed in there` }),
              onSelect: () => setOpen("end"),
            },
            {
              label: t`Undo changes...`,
              icon: <Icon name="undo" />,
              onSelect: () =>
                void navigate(`${paths.adminUndo}?${new URLSearchParams({ user: id, name })}`),
            },
            {
              label: t`Delete the application`,
              icon: <Icon name="trash" />,
              isDangerous: true,
              startsSection: true,
              onSelect: () => setOpen("delete"),
            },
          ]}
        />
      </span>
      {open && (
        <ApplicationDialogs
          open={open}
          application={application}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

/** Walks through a sign-in of the administrator, and shows what the application would get. */
function TestSignInButton({ application }: { application: Application }) {
  const [found, setFound] = useState<TestSignIn>();
  const { act, isPending, failure } = useAction(
    testSignInMutation,
    t`The sign-in could not be tested`,
  );
  return (
    <>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <Button
        isBusy={isPending}
        busyLabel={t`Testing...`}
        onClick={() => void act(application.id, { onSuccess: setFound })}
      >
        {t`Test sign-in`}
      </Button>
      {found !== undefined && (
        <TestSignInDialog
          application={application}
          found={found}
          onClose={() => setFound(undefined)}
        />
      )}
    </>
  );
}
