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
    <Card title="What it gets">
      {isPending ? (
        <Loading>Loading the claims...</Loading>
      ) : data ? (
        <>
          <CodeBlock label="Claims as JSON">{JSON.stringify(data.claims, null, 2)}</CodeBlock>
          <p className="mt-2 text-xs text-text-2">
            For <bdi>{data.person.name ?? UNKNOWN_USER}</bdi>
            {data.maySignIn ? ", signing in now" : ", who is not in the required group"}
          </p>
        </>
      ) : (
        <LoadFailed title="The claims could not be loaded" onRetry={refetch} />
      )}
    </Card>
  );
}
