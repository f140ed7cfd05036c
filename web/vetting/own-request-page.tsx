import { Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import type { OwnRequest } from "#shared/vetting.ts";
import { withdrawRequestMutation } from "#web/groups/requests/queries.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { EveDay } from "#web/ui/time.tsx";
import { AnswerList, HistoryOf } from "./answer-list.tsx";
import { changeSharingMutation, formQuery, ownRequestQuery, ownValuesQuery } from "./queries.ts";
import { PageFailed } from "./page-frame.tsx";
import { Readers, SharingFields, toSections } from "./sharing-fields.tsx";
import type { Chosen } from "./sharing-fields.tsx";
import { SECTION_LABELS } from "#web/memberships/words.ts";

/** What became of an own request, who looked at what, and how to stop it. */
export default function OwnRequestPage() {
  const { requestId = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery(ownRequestQuery(requestId));
  if (isPending) return <Loading>{t`Loading your request...`}</Loading>;
  if (!data) {
    return (
      <PageFailed
        title={t`Your request`}
        failed={t`Your request could not be loaded`}
        error={error}
        onRetry={refetch}
      />
    );
  }
  const looks = data.history.filter(({ kind }) => kind === "sharing_viewed");
  return (
    <>
      <PageHeader
        title={
          data.groupName === null
            ? t`Your request`
            : t`Your request to ${ph({ groupName: data.groupName })}`
        }
        trail={[{ to: paths.myGroups, label: t`My Groups` }]}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <State request={data} />
          <Card title={t`Who looked, and when`}>
            {looks.length === 0 ? (
              <p className="text-text-2">{t`No reviewer has looked at what you share.`}</p>
            ) : (
              <HistoryOf events={looks} />
            )}
          </Card>
          <Sharing request={data} />
          {data.answered !== null && data.answered.form.questions.length > 0 && (
            <Card title={t`Your answers`}>
              <AnswerList answered={data.answered} />
            </Card>
          )}
          <Card title={t`History`}>
            <HistoryOf events={data.history} />
          </Card>
          {data.status === "pending" && <Withdraw request={data} />}
        </div>
        {(data.status === "pending" || data.sharedUntil !== null) && (
          <ReadersOf groupId={data.groupId} />
        )}
      </div>
    </>
  );
}

function State({ request }: { request: OwnRequest }) {
  const { status, inTalks, assigneeName, groupName, groupId, rejectionReason, reason } = request;
  return (
    <Card title={t`State`}>
      <p className="text-lg">
        {status === "approved"
          ? t`You are in.`
          : status === "rejected"
            ? t`The request was rejected.`
            : status === "withdrawn"
              ? t`You withdrew the request.`
              : assigneeName !== null
                ? t`${ph({ reviewerName: assigneeName })} talks to you.`
                : inTalks
                  ? t`A reviewer talks to you.`
                  : t`It waits for a reviewer.`}
      </p>
      {rejectionReason !== null && (
        <blockquote dir="auto" className="mt-2 border-s-2 border-line ps-3 whitespace-pre-line">
          {rejectionReason}
        </blockquote>
      )}
      {reason !== null && (
        <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line text-text-2">
          {reason}
        </p>
      )}
      {groupName !== null && (
        <Link to={paths.group(groupId)} className="mt-2 inline-block link">
          <bdi>{groupName}</bdi>
        </Link>
      )}
    </Card>
  );
}

/** Who reads which section, and until when. A box takes a section back at once, or gives it again while the request waits. */
function Sharing({ request }: { request: OwnRequest }) {
  const { id, groupId, shared, sharedUntil, status, answered } = request;
  const { act, isPending, failure } = useAction(
    changeSharingMutation,
    t`Failed to change what you share`,
  );
  const mayAdd = status === "pending";
  const isAsked = answered !== null && answered.form.sections.length > 0;
  const isOpen = isAsked && (mayAdd || shared.length > 0);
  const values = useQuery({ ...ownValuesQuery(groupId), enabled: isOpen });
  const form = useQuery({ ...formQuery(groupId), enabled: isOpen });
  if (!isAsked) return null;
  const chosen: Chosen = Object.fromEntries(
    shared.map(({ section, characterIds }) => [section, characterIds]),
  );
  const asked = values.data?.filter(({ section }) => answered.form.sections.includes(section));
  const change = (next: Chosen) => {
    const sections = toSections(next);
    void act(
      { id, reviewerGroupId: form.data?.reviewers.group?.id ?? null, sections },
      {
        onSuccess: () => {
          if (sections.length === 0) toast.success(t`You no longer share anything`);
        },
      },
    );
  };
  return (
    <>
      {isOpen && asked && form.data && (
        <SharingFields
          values={asked}
          chosen={chosen}
          isLocked={isPending}
          mayAdd={mayAdd}
          onChange={change}
        />
      )}
      <Card title={t`When sharing ends`}>
        {shared.length === 0 ? (
          <p className="text-text-2">{t`You share nothing. No reviewer sees any value.`}</p>
        ) : (
          <div className="grid gap-3">
            <p>
              {enumerated(shared.map(({ section }) => say(SECTION_LABELS[section])))}
              {sharedUntil !== null && (
                <>
                  {". "}
                  <Trans>
                    It ends by itself on <EveDay at={sharedUntil} /> at the latest.
                  </Trans>
                </>
              )}
            </p>
            <div>
              <Button isBusy={isPending} busyLabel={t`Stopping...`} onClick={() => change({})}>
                {t`Stop sharing`}
              </Button>
            </div>
            <p className="text-sm text-text-2">{t`The request goes on without it.`}</p>
          </div>
        )}
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      </Card>
    </>
  );
}

function ReadersOf({ groupId }: { groupId: string }) {
  const { data } = useQuery(formQuery(groupId));
  return data ? <Readers reviewers={data.reviewers} /> : null;
}

function Withdraw({ request: { id, groupId } }: { request: OwnRequest }) {
  const { act, isPending, failure } = useAction(
    withdrawRequestMutation,
    t`Failed to withdraw the request`,
  );
  return (
    <Card title={t`Withdraw`}>
      <div className="grid gap-3">
        <p className="text-text-2">
          {t`Your answers, what you share and notes about it are deleted at once.`}
        </p>
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        <div>
          <Button
            variant="danger"
            isBusy={isPending}
            busyLabel={t`Withdrawing...`}
            onClick={() =>
              act(
                { groupId, requestId: id },
                { onSuccess: () => toast.success(t`Request withdrawn`) },
              )
            }
          >
            {t`Withdraw request`}
          </Button>
        </div>
      </div>
    </Card>
  );
}
