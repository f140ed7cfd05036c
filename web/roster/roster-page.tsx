import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { CorporationLogo } from "#web/eve/images.tsx";
import { isGone } from "#web/lib/api/api-error.ts";
import { parseEveId, paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader, PageTitle } from "#web/ui/page/page-title.tsx";
import { rosterQuery } from "./queries.ts";
import RosterPanel from "./roster-panel.tsx";

/** The members of a corporation, for the group to which the view is granted. */
export default function RosterPage() {
  const corporationId = parseEveId(useParams()["corporationId"]);
  if (corporationId === undefined) return <NotFound />;
  return <RosterOrNot key={corporationId} corporationId={corporationId} />;
}

function RosterOrNot({ corporationId }: { corporationId: number }) {
  const { data, error } = useQuery(rosterQuery(corporationId));
  if (isGone(error)) return <NotFound />;
  const name = data?.corporation.name;
  return (
    <>
      <PageTitle>{name === undefined ? t`Members` : t`Members of ${name}`}</PageTitle>
      <header className="mb-5 flex flex-wrap items-center gap-4">
        <CorporationLogo corporationId={corporationId} size={64} />
        <div className="min-w-0">
          <h1 className="text-2xl wrap-anywhere">{name ?? t`Members`}</h1>
          <p className="text-text-2">
            {data
              ? t`[${ph({ ticker: data.corporation.ticker })}] · members`
              : error === null && t`Loading...`}
          </p>
        </div>
      </header>
      <Card isFlush className="min-w-0">
        <RosterPanel corporationId={corporationId} />
      </Card>
    </>
  );
}

function NotFound() {
  return (
    <>
      <PageHeader title={t`These members are not shown to you`} />
      <p className="mb-4 text-text-2">
        <Trans>
          The corporation is not managed here, or the list was not granted to one of your groups.
        </Trans>
      </p>
      <ButtonLink variant="primary" to={paths.dashboard}>
        <Trans>Back to Dashboard</Trans>
      </ButtonLink>
    </>
  );
}
