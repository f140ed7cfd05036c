import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { CorporationLogo } from "#web/eve/images.tsx";
import { isGone } from "#web/lib/api/api-error.ts";
import { parseEveId, paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page.tsx";
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
      <PageHeader
        title={name ?? t`Members`}
        tabTitle={name === undefined ? t`Members` : t`Members of ${name}`}
        image={<CorporationLogo corporationId={corporationId} size={64} />}
        subtitle={
          data
            ? t`[${ph({ ticker: data.corporation.ticker })}] · members`
            : error === null && t`Loading...`
        }
      />
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
        {t`Back to Dashboard`}
      </ButtonLink>
    </>
  );
}
