import { Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { RequestPage as Page } from "#shared/groups/request-pages.ts";
import { PilotLink } from "#web/eve/pilot-link.tsx";
import { Portrait } from "#web/eve/images.tsx";
import { decideRequestsMutation, requestsQuery } from "#web/groups/requests/queries.ts";
import { RejectForm } from "#web/groups/requests/reject-form.tsx";
import { RequestFacts } from "#web/groups/requests/request-facts.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { useLetters } from "#web/lib/use-letters.ts";
import { SuspendedChip } from "#web/suspension/suspended-chip.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useBreadcrumb } from "#web/ui/page/breadcrumbs.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { AnswerList } from "./answer-list.tsx";
import { BackToGroup } from "./back-to-group.tsx";
import { HistoryOf } from "./history-list.tsx";
import { Notes } from "./notes.tsx";
import { PageFailed } from "./page-failed.tsx";
import { handleMutation, requestPageQuery } from "./queries.ts";
import { SharedCard } from "./shared-card.tsx";

/** All that a reviewer decides by: facts, answers, what is shared, notes and what has happened. */
export default function RequestPage() {
  const { groupId = "", requestId = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(requestPageQuery(requestId));
  const name = data?.mainCharacterName ?? say(UNKNOWN_USER);
  useBreadcrumb(data ? name : undefined);
  useNeighbours(groupId, requestId);
  if (isPending) return <Loading>{t`Loading the request...`}</Loading>;
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
      <BackToGroup groupId={groupId} groupName={data.groupName} tab="requests" />
      <PageHeader title={t`Request of ${ph({ pilotName: name })}`} />
      {/* What was begun for one request must not go on at the next one. */}
      <div key={data.id} className="grid gap-4">
        <Person request={data} />
        {answered !== null && answered.form.questions.length > 0 && (
          <Card title={t`Answers`}>
            <AnswerList answered={answered} />
          </Card>
        )}
        {reviewer !== null && <SharedCard request={data} reviewer={reviewer} />}
        {reviewer !== null && <Notes requestId={data.id} notes={reviewer.notes} />}
        {reviewer !== null && (
          <Card title={t`History`}>
            <HistoryOf events={reviewer.history} />
          </Card>
        )}
        {reviewer === null && (
          <Alert>
            <Trans>
              Notes and what the pilot shares are for the owner, the admins and the reviewers of the
              group.
            </Trans>
          </Alert>
        )}
        {data.status === "pending" && <Decision request={data} name={name} />}
      </div>
    </>
  );
}

/** J and K open the next and the previous request of the list, which is asked when a key is pressed. */
function useNeighbours(groupId: string, requestId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const go = async (step: 1 | -1) => {
    try {
      const requests = itemsOf(await client.fetchInfiniteQuery(requestsQuery(groupId)));
      const found = requests[requests.findIndex(({ id }) => id === requestId) + step];
      if (found) void navigate(paths.groupRequest(groupId, found.id));
    } catch {
      toast.error(t`The requests could not be loaded`);
    }
  };
  useLetters({ j: () => void go(1), k: () => void go(-1) });
}

function Person({ request }: { request: Page }) {
  const { mainCharacterId, mainCharacterName, facts, reason, createdAt, suspension } = request;
  const { assignee, inTalks, status, rejectionReason } = request;
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

/** In talks, rejecting and approving. Rejecting opens its reason in place. */
function Decision({ request, name }: { request: Page; name: string }) {
  const { id, groupId, inTalks, assignee } = request;
  const navigate = useNavigate();
  const userId = useSession().user?.id ?? null;
  const [isRejecting, setIsRejecting] = useState(false);
  const handle = useAction(handleMutation, t`Failed to save who talks to the pilot`);
  const decide = useAction(decideRequestsMutation, t`Failed to decide the request`);
  const back = () => navigate(`${paths.group(groupId)}?tab=requests`);
  const failure = decide.failure ?? handle.failure;
  const talk = () =>
    void handle.act({
      id,
      inTalks: !inTalks,
      assigneeId: inTalks ? (assignee?.userId ?? null) : (assignee?.userId ?? userId),
    });
  const approve = () =>
    void decide.act(
      { groupId, ids: [id], decision: "approve" },
      {
        onSuccess: () => {
          toast.success(t`Approved`);
          void back();
        },
      },
    );
  const isBusy = isRejecting || decide.isPending || handle.isPending;
  useLetters(isBusy ? {} : { t: talk, a: approve, r: () => setIsRejecting(true) });
  return (
    <div className="sticky bottom-0 z-4 grid gap-2 rounded-card border border-line bg-surface-2 p-3">
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      {isRejecting ? (
        <RejectForm
          label={t`Reason for ${name} (optional)`}
          submitLabel={t`Reject`}
          onReject={(reason) =>
            void decide.act(
              { groupId, ids: [id], decision: "reject", reason },
              {
                onSuccess: () => {
                  toast.success(t`Rejected`);
                  void back();
                },
              },
            )
          }
          onCancel={() => setIsRejecting(false)}
        />
      ) : (
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
          <Button
            icon={<Icon name="chat" />}
            aria-pressed={inTalks}
            isBusy={handle.isPending}
            onClick={talk}
          >
            <Trans>In talks</Trans>
          </Button>
          <Button icon={<Icon name="close" />} onClick={() => setIsRejecting(true)}>
            <Trans>Reject</Trans>
          </Button>
          <Button
            variant="primary"
            icon={<Icon name="check" />}
            isBusy={decide.isPending}
            onClick={approve}
          >
            <Trans>Approve</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
