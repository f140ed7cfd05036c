import { Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import type { Application } from "#shared/applications/applications.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Card } from "#web/ui/card.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { claimsQuery } from "./queries.ts";

/** What the application would be told about the administrator who looks. */
export function ClaimsPreviewCard({ application }: { application: Application }) {
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
