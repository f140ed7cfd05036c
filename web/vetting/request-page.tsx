import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { RequestPage as Page } from "#shared/vetting.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { RequestFacts } from "#web/groups/requests/request-facts.tsx";
import { requestFilters } from "#web/groups/requests/request-filters.tsx";
import type { RequestFilters } from "#web/groups/requests/request-filters.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { userName } from "#web/lib/labels.ts";
import { useScreen } from "#web/lib/layout.ts";
import { paths } from "#web/lib/paths.ts";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { KeyHint } from "#web/ui/text.tsx";
import { WatchedCard } from "#web/watched/watched-card.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { AnswerList, HistoryOf } from "./answer-list.tsx";
import { PageFailed, trailOfGroup } from "./page-frame.tsx";
import { Decision, RequirementsLine } from "./decision.tsx";
import { Notes } from "./notes.tsx";
import { requestPageQuery, watchedRequestQuery } from "./queries.ts";
import { RequestList, useNeighbours } from "./request-list.tsx";
import { SharedCard } from "./shared-card.tsx";

/** What the list and the page beside it need. */
const WIDE = "(min-width: 73.5rem)";

/** A request, and beside it, where there is room, the list that it belongs to. */
export default function RequestPage() {
  const { groupId = "", requestId = "" } = useParams();
  const navigate = useNavigate();
  const filters = requestFilters.read(useSearchParams()[0]);
  const isWide = useScreen(WIDE);
  if (!isWide) return <Request groupId={groupId} requestId={requestId} filters={filters} />;
  return (
    <div className="grid grid-cols-[18rem_minmax(0,1fr)] items-start gap-4">
      <RequestList
        groupId={groupId}
        requestId={requestId}
        filters={filters}
        onFilters={(next) =>
          void navigate(paths.groupRequest(groupId, requestId) + requestFilters.toSearch(next), {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
      <div className="@container">
        <Request groupId={groupId} requestId={requestId} filters={filters} />
      </div>
    </div>
  );
}

type RequestProps = { groupId: string; requestId: string; filters: RequestFilters };

/** A request, from when it is asked for. */
function Request({ groupId, requestId, filters }: RequestProps) {
  const { data, error, isPending, refetch } = useQuery(requestPageQuery(requestId));
  const watched = useWatched(requestId);
  const pageRef = useKeyboardHere(requestId);
  const name = userName(data?.mainCharacterName);
  const { openNext } = useNeighbours(groupId, filters, data);
  const title = data ? t`Request of ${ph({ pilotName: name })}` : t`Request to join`;
  return (
    <section ref={pageRef} tabIndex={-1} aria-label={title} className="outline-none">
      {data && !watched.isLoading ? (
        <Content
          request={data}
          watched={watched}
          name={name}
          title={title}
          search={requestFilters.toSearch(filters)}
          onNext={openNext}
        />
      ) : isPending || watched.isLoading ? (
        <Loading>{t`Loading the request...`}</Loading>
      ) : (
        <PageFailed
          title={title}
          failed={t`The request could not be loaded`}
          error={error}
          onRetry={refetch}
        />
      )}
    </section>
  );
}

/** What the watchlist has about the pilot. For all but keepers there is no watchlist, and nothing is asked. */
function useWatched(requestId: string) {
  const isKeeper = useSession().user?.unseenHits !== undefined;
  return useQuery({ ...watchedRequestQuery(requestId), enabled: isKeeper });
}

/** The router moves the focus before the list: from another request, it goes on in the page of this one. */
function useKeyboardHere(requestId: string) {
  const ref = useRef<HTMLElement>(null);
  const lastId = useRef(requestId);
  useEffect(() => {
    if (lastId.current === requestId) return;
    lastId.current = requestId;
    if (document.activeElement?.matches("main")) ref.current?.focus({ preventScroll: true });
  }, [requestId]);
  return ref;
}

type ContentProps = {
  request: Page;
  watched: ReturnType<typeof useWatched>;
  name: string;
  title: string;
  /** The filters of the list. */
  search: string;
  onNext: () => void;
};

/** All that a reviewer decides by: facts, answers, what is shared, notes and what has happened. */
function Content({ request, watched, name, title, search, onNext }: ContentProps) {
  const { id, groupId, groupName, reviewer, answered } = request;
  return (
    <>
      <PageHeader
        title={title}
        trail={trailOfGroup(groupId, groupName, "requests", search)}
        actions={
          <Button onClick={onNext}>
            <Trans>Next request</Trans>
            <KeyHint>J</KeyHint>
          </Button>
        }
      />
      {/* What was begun for one request must not go on at the next one. */}
      <div key={id} className="grid gap-4">
        <Person request={request} />
        <WatchedCard watched={watched} />
        <div className="grid items-start gap-4 empty:hidden @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid gap-4">
            {answered !== null && answered.form.questions.length > 0 && (
              <Card title={t`Answers`}>
                <AnswerList answered={answered} />
              </Card>
            )}
            {reviewer !== null && <SharedCard request={request} reviewer={reviewer} />}
          </div>
          <div className="grid gap-4">
            {reviewer !== null && <Notes requestId={id} notes={reviewer.notes} />}
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
        <Decision request={request} name={name} onNext={onNext} />
      </div>
    </>
  );
}

function Person({ request }: { request: Page }) {
  const { mainCharacterId, mainCharacterName, facts, reason, createdAt, suspension } = request;
  const { assignee, inTalks, status, rejectionReason, requirements } = request;
  return (
    <Card>
      <div className="grid gap-2">
        <PilotName
          characterId={mainCharacterId}
          name={mainCharacterName}
          ticker={facts.ticker}
          size={64}
        >
          <span>
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
        </PilotName>
        <div className="min-w-0">
          <RequestFacts facts={facts} />
          {requirements !== null && <RequirementsLine requirements={requirements} />}
          {assignee !== null && (
            <p className="text-sm text-text-2">
              <Trans>
                <bdi>{ph({ reviewerName: userName(assignee.name) })}</bdi> talks to them
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
