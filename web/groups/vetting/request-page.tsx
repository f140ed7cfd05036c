import { Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { RequestPage as Page } from "#shared/groups/request-pages.ts";
import { PilotLink } from "#web/eve/pilot-link.tsx";
import { Portrait } from "#web/eve/images.tsx";
import { requestsQuery } from "#web/groups/requests/queries.ts";
import { RequestFacts } from "#web/groups/requests/request-facts.tsx";
import { readRequestFilters, toSearch } from "#web/groups/requests/request-filters.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { useLetters } from "#web/lib/use-letters.ts";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useBreadcrumb } from "#web/ui/page/breadcrumbs.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { AnswerList } from "./answer-list.tsx";
import { BackToGroup } from "./back-to-group.tsx";
import { Decision } from "./decision.tsx";
import { HistoryOf } from "./history-list.tsx";
import { Notes } from "./notes.tsx";
import { PageFailed } from "./page-failed.tsx";
import { requestPageQuery } from "./queries.ts";
import { RequirementsLine } from "./requirements-line.tsx";
import { SharedCard } from "./shared-card.tsx";
import { useWatched, WatchedCard } from "./watched-card.tsx";

/** All that a reviewer decides by: facts, answers, what is shared, notes and what has happened. */
export default function RequestPage() {
  const { groupId = "", requestId = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(requestPageQuery(requestId));
  const isWatchedLoading = useWatched(requestId).isLoading;
  const name = data?.mainCharacterName ?? say(UNKNOWN_USER);
  useBreadcrumb(data ? name : undefined);
  const { search, go } = useNeighbours(groupId, requestId);
  if (isPending || isWatchedLoading) return <Loading>{t`Loading the request...`}</Loading>;
  if (!data) {
    return (
      <PageFailed
        title={t`Request to join`}
        failed={t`The request could not be loaded`}
        error={error}
        onRetry={refetch}
      />
    );
  }
  const { reviewer, answered } = data;
  return (
    <>
      <BackToGroup groupId={groupId} groupName={data.groupName} tab="requests" search={search} />
      <PageHeader title={t`Request of ${ph({ pilotName: name })}`} />
      {/* What was begun for one request must not go on at the next one. */}
      <div key={data.id} className="grid gap-4">
        <Person request={data} />
        <WatchedCard requestId={data.id} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:empty:hidden">
          <div className="grid gap-4">
            {answered !== null && answered.form.questions.length > 0 && (
              <Card title={t`Answers`}>
                <AnswerList answered={answered} />
              </Card>
            )}
            {reviewer !== null && <SharedCard request={data} reviewer={reviewer} />}
          </div>
          <div className="grid gap-4">
            {reviewer !== null && <Notes requestId={data.id} notes={reviewer.notes} />}
            {reviewer !== null && (
              <Card title={t`History`}>
                <HistoryOf events={reviewer.history} />
              </Card>
            )}
          </div>
        </div>
        {reviewer === null && (
          <Alert>
            <Trans>
              Notes and what the pilot shares are for the owner, the admins and the reviewers of the
              group.
            </Trans>
          </Alert>
        )}
        <Decision request={data} name={name} onNext={() => void go(1)} />
      </div>
    </>
  );
}

/** J and K open the next and the previous request of the list, as it is filtered. It is asked when a key is pressed. */
function useNeighbours(groupId: string, requestId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const userId = useSession().user?.id;
  const filters = readRequestFilters(useSearchParams()[0]);
  const search = toSearch(filters);
  const go = async (step: 1 | -1) => {
    try {
      const requests = itemsOf(
        await client.fetchInfiniteQuery(requestsQuery(groupId, filters, userId)),
      );
      const at = requests.findIndex(({ id }) => id === requestId);
      const found = requests[at + step];
      if (found) void navigate(paths.groupRequest(groupId, found.id) + search);
      // After the last decision nothing waits.
      else if (at === -1) void navigate(`${paths.group(groupId)}?tab=requests`);
    } catch {
      toast.error(t`The requests could not be loaded`);
    }
  };
  useLetters({ j: () => void go(1), k: () => void go(-1) });
  return { search, go };
}

function Person({ request }: { request: Page }) {
  const { mainCharacterId, mainCharacterName, facts, reason, createdAt, suspension } = request;
  const { assignee, inTalks, status, rejectionReason, requirements } = request;
  return (
    <Card>
      <div className="flex flex-wrap items-start gap-3">
        {mainCharacterId !== null && <Portrait characterId={mainCharacterId} size={64} />}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <PilotLink characterId={mainCharacterId} name={mainCharacterName} />
            <span className="text-sm text-text-2">
              <Trans>
                requested <RelativeTime at={createdAt} />
              </Trans>
            </span>
            <SuspendedChip suspension={suspension} />
            {status === "approved" && <Chip tone="ok">{t`Approved`}</Chip>}
            {status === "rejected" && <Chip icon="close">{t`Rejected`}</Chip>}
            {status === "pending" && inTalks && (
              <Chip tone="signal" icon="chat">
                {t`In talks`}
              </Chip>
            )}
          </p>
          <RequestFacts facts={facts} />
          {requirements !== null && <RequirementsLine requirements={requirements} />}
          {assignee !== null && (
            <p className="text-sm text-text-2">
              <Trans>
                <bdi>{ph({ reviewerName: assignee.name ?? say(UNKNOWN_USER) })}</bdi> talks to them
              </Trans>
            </p>
          )}
          {[reason, rejectionReason].map(
            (text) =>
              text !== null && (
                <blockquote
                  key={text}
                  dir="auto"
                  className="mt-1.5 border-s-2 border-line ps-3 wrap-anywhere whitespace-pre-line"
                >
                  {text}
                </blockquote>
              ),
          )}
        </div>
      </div>
    </Card>
  );
}
