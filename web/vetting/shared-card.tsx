import { Plural, Trans, ph, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { say } from "#web/language/messages.ts";
import { useState } from "react";
import type { AskedSection } from "#shared/groups/requests.ts";
import type { RequestPage, Shared } from "#shared/vetting.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { userName } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EveDay, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { lookMutation } from "./queries.ts";
import { SECTION_LABELS } from "#web/memberships/words.ts";
import { HistoryList, valuesOf } from "./shared-values.tsx";

type SharedCardProps = { request: RequestPage; reviewer: NonNullable<RequestPage["reviewer"]> };

/** A section stays closed until the reviewer looks: that is an event, which the pilot reads. */
export function SharedCard({ request, reviewer }: SharedCardProps) {
  const { sections, sharedUntil, history } = reviewer;
  if (sections.length === 0) return null;
  const pilotName = userName(request.mainCharacterName);
  return (
    <Card title={t`Shared with reviewers`} isFlush>
      <p className="p-4 text-sm text-text-2">
        <Trans>
          Opening a section tells <bdi>{ph({ pilotName })}</bdi> that you looked.
        </Trans>
        {sentenceGap()}
        {sharedUntil !== null && (
          <Trans>
            Live, until <EveDay at={sharedUntil} /> at most.
          </Trans>
        )}
      </p>
      <ul>
        {sections.map((asked) => (
          <Section
            key={asked.section}
            requestId={request.id}
            asked={asked}
            lookedAt={
              history.find(
                ({ kind, section }) => kind === "sharing_viewed" && section === asked.section,
              )?.at
            }
          />
        ))}
      </ul>
    </Card>
  );
}

type SectionProps = { requestId: string; asked: AskedSection; lookedAt: string | undefined };

function Section({ requestId, asked, lookedAt }: SectionProps) {
  const { section } = asked;
  const label = say(SECTION_LABELS[section]);
  const [seen, setSeen] = useState<Shared>();
  const { act, isPending, failure } = useAction(lookMutation, t`Failed to read the values`);
  const look = () =>
    act({ id: requestId, section }, { onSuccess: setSeen, onRefusal: () => setSeen(undefined) });
  return (
    <li className="grid gap-2 border-t border-line-faint p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="font-medium">{label}</p>
          <p className="text-sm text-text-2">
            {lookedAt === undefined ? (
              t`not opened by a reviewer`
            ) : (
              <Trans>
                opened <RelativeTime at={lookedAt} />
              </Trans>
            )}
          </p>
        </div>
        {asked.shared === 0 ? (
          <Chip>{t`Asked, not given`}</Chip>
        ) : (
          <Button isBusy={isPending} busyLabel={t`Reading...`} onClick={look}>
            {seen ? t`Look again` : t`Look`}
            <VisuallyHidden> {label}</VisuallyHidden>
          </Button>
        )}
      </div>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      {asked.shared > 0 && seen && <Values shared={seen} />}
      {asked.shared > 0 && !seen && (
        <p className="text-sm text-text-2">
          <Plural
            value={ph({ count: asked.shared })}
            one="# character shares it"
            other="# characters share it"
          />
        </p>
      )}
    </li>
  );
}

function Values({ shared }: { shared: Shared }) {
  const texts = valuesOf(shared);
  const histories =
    shared.section === "corporationHistory"
      ? new Map(shared.characters.map(({ characterId, value }) => [characterId, value]))
      : undefined;
  return (
    <ul className="grid gap-1.5">
      {shared.characters.map(({ characterId, name, readAt }) => {
        const history = histories?.get(characterId);
        return (
          <li key={characterId}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <bdi className="wrap-anywhere">{name}</bdi>
              <span className="tabular-nums">{texts.get(characterId)}</span>
            </div>
            {readAt !== null && (
              <p className="text-sm text-text-2">
                <Trans>
                  read <RelativeTime at={readAt} />
                </Trans>
              </p>
            )}
            {history && <HistoryList value={history} />}
          </li>
        );
      })}
    </ul>
  );
}
