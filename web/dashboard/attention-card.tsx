import { Plural, Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { lazy, Suspense } from "react";
import type { ReactNode } from "react";
import type { AttentionItem, OverviewCharacter } from "#shared/characters.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import type { ChipTone } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EveMoment, RelativeTime } from "#web/ui/time.tsx";
import { byUrgency, AttentionRow } from "./attention-row.tsx";
import type { Attention, AttentionEntry } from "./attention-row.tsx";
import { startLink } from "./queries.ts";

const EndItem = lazy(() => import("./end-item.tsx"));
const Unconfirmed = lazy(() => import("#web/dashboard/characters/unconfirmed.tsx"));
const ProblemItem = lazy(() => import("./problem-item.tsx"));

const CHIPS: Record<AttentionItem["kind"], { tone: ChipTone; word: Message }> = {
  unconfirmed: { tone: "warn", word: msg`Is this yours?` },
  token_revoked: { tone: "danger", word: msg`Authorization lost` },
  director_access_lost: { tone: "warn", word: msg`Director access missing` },
  queue_empty: { tone: "warn", word: msg`Queue empty` },
  queue_paused: { tone: "warn", word: msg`Queue paused` },
  queue_ending: { tone: "signal", word: msg`Queue ends soon` },
  missing_scopes: { tone: "signal", word: msg`Partly authorized` },
};

type AttentionCardProps = {
  found: Attention;
  characters: readonly OverviewCharacter[];
};

/** Everything that needs the user, the most urgent first, each with the action that settles it. */
export function AttentionCard({ found, characters }: AttentionCardProps) {
  const entries = byUrgency(found);
  if (entries.length === 0) {
    return (
      <p className="flex items-center gap-2 text-sm text-ok">
        <Icon name="check" />
        <span className="bg-void text-text-2">{t`No pilot has a problem`}</span>
      </p>
    );
  }
  return (
    <Card
      isFlush
      className="border-warn-dim"
      title={
        <span className="flex items-center gap-3">
          {t`Needs attention`} <Chip tone="warn">{entries.length}</Chip>
        </span>
      }
    >
      <ul>
        {entries.map((entry) => (
          <Suspense key={keyOf(entry)}>
            <EntryItem entry={entry} characters={characters} />
          </Suspense>
        ))}
      </ul>
    </Card>
  );
}

function keyOf({ part, of }: AttentionEntry): string {
  switch (part) {
    case "attention":
      return `${of.kind} ${of.characterId}`;
    case "emergencies":
      return `${part} ${of.groupId} ${of.startedAt}`;
    default:
      return `${part} ${of.groupId}`;
  }
}

type EntryItemProps = Omit<AttentionCardProps, "found"> & { entry: AttentionEntry };

function EntryItem({ entry, characters }: EntryItemProps) {
  switch (entry.part) {
    case "problems":
      return <ProblemItem problem={entry.of} />;
    case "emergencies":
      return <EndItem emergency={entry.of} />;
    case "ends":
      return <EndItem end={entry.of} />;
    case "reviews":
      return <ReviewItem {...entry.of} />;
    case "requests":
      return <RequestsItem {...entry.of} />;
    case "attention": {
      const { characterId } = entry.of;
      const character = characters.find((linked) => linked.characterId === characterId);
      return <Item item={entry.of} character={character} />;
    }
  }
}

function RequestsItem({ groupId, groupName, count }: Waiting["requests"][number]) {
  return (
    <AttentionRow
      chip={<Chip tone="signal">{t`To review`}</Chip>}
      title={
        <Trans>
          <Plural value={count} one="# request" other="# requests" /> for <bdi>{groupName}</bdi>
        </Trans>
      }
      action={(titleId) => (
        <ButtonLink
          size="sm"
          to={`${paths.group(groupId)}?tab=requests`}
          aria-describedby={titleId}
        >
          <Trans context="requests">Review</Trans>
        </ButtonLink>
      )}
    />
  );
}

function ReviewItem({ groupId, groupName, dueAt }: Waiting["reviews"][number]) {
  return (
    <AttentionRow
      chip={<Chip tone="signal">{t`Review due`}</Chip>}
      title={
        <Trans>
          Members of <bdi>{groupName}</bdi>, until <EveMoment at={dueAt} />
        </Trans>
      }
      action={(titleId) => (
        <ButtonLink size="sm" to={paths.groupReview(groupId)} aria-describedby={titleId}>
          {t`Review`}
        </ButtonLink>
      )}
    />
  );
}

type ItemProps = { item: AttentionItem; character: OverviewCharacter | undefined };

function Item({ item, character }: ItemProps) {
  const { tone, word } = CHIPS[item.kind];
  return (
    <AttentionRow
      chip={<Chip tone={tone}>{say(word)}</Chip>}
      title={item.characterName}
      text={explain(item, character)}
      action={(titleId) => <Repair item={item} nameId={titleId} />}
    />
  );
}

function explain({ kind, at }: AttentionItem, character: OverviewCharacter | undefined): ReactNode {
  const moment = at && <RelativeTime at={at} />;
  switch (kind) {
    case "unconfirmed":
      return (
        <Trans>
          Linked {moment} without a recent sign-in of your main. Until you confirm it, it cannot log
          in to your account and meets no requirement.
        </Trans>
      );
    case "token_revoked":
      return moment ? (
        <Trans>EVE revoked access {moment}. Data already loaded is kept.</Trans>
      ) : (
        t`EVE revoked access. Data already loaded is kept.`
      );
    case "director_access_lost":
      return t`A corporation here uses it as a director, but its authorization does not include director access.`;
    case "queue_empty":
      return moment ? <Trans>The skill queue ran out {moment}.</Trans> : t`Nothing is training.`;
    case "queue_paused":
      return t`Skills are queued, but training is paused.`;
    case "queue_ending":
      return <Trans>The skill queue runs out {moment}.</Trans>;
    case "missing_scopes":
      return t`Muster cannot read its ${ph({ missingScopes: describeScopes(character?.missingScopes ?? []) })}.`;
  }
}

/** An authorization is repaired with an EVE sign-in. A queue can be changed only in the game, so it gets a link. */
function Repair({ item, nameId }: { item: AttentionItem; nameId: string }) {
  const { start, isBusy } = useAuthorization(startLink);
  const { kind, characterId } = item;
  if (kind === "unconfirmed") {
    return (
      <Suspense>
        <Unconfirmed character={item} nameId={nameId} />
      </Suspense>
    );
  }
  if (kind.startsWith("queue_")) {
    return (
      <ButtonLink size="sm" to={paths.character(characterId)} aria-describedby={nameId}>
        {t`View queue`}
      </ButtonLink>
    );
  }
  return (
    <Button
      size="sm"
      aria-describedby={nameId}
      isBusy={isBusy}
      busyLabel={t`Redirecting...`}
      onClick={() =>
        start({ characterId, ...(kind === "director_access_lost" && { access: "director" }) })
      }
    >
      {kind === "token_revoked" ? t`Authorize again` : t`Grant access`}
    </Button>
  );
}
