import { t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { Card } from "#web/ui/card.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { IdentityCard } from "./identity-card.tsx";
import { MembersCard } from "./members-card.tsx";
import { communityQuery } from "./queries.ts";

export default function CommunityPage() {
  const { data, isPending, refetch } = useQuery(communityQuery);
  return (
    <>
      <PageHeader
        title={t`Community`}
        subtitle={t`How your community presents itself, and who belongs to it`}
      />
      {data ? (
        <div key={data.version} className="grid gap-4">
          <IdentityCard settings={data} />
          <MembersCard settings={data} />
        </div>
      ) : (
        <Card>
          {isPending ? (
            <Loading>{t`Loading the community...`}</Loading>
          ) : (
            <LoadFailed title={t`The community could not be loaded`} onRetry={refetch} />
          )}
        </Card>
      )}
    </>
  );
}
