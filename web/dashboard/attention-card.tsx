import { lazy, Suspense, useId } from "react";
import type { ReactNode } from "react";
import type { AttentionItem, Overview, OverviewCharacter } from "#shared/characters.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import { describeScopes } from "#web/eve/scopes.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { formatCount } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import type { ChipTone } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EveMoment, RelativeTime } from "#web/ui/time.tsx";
import { startLink } from "./queries.ts";

const CorporationItems = lazy(() => import("./corporation-items.tsx"));
const EndItems = lazy(() => import("./end-items.tsx"));
const Unconfirmed = lazy(() => import("#web/dashboard/characters/unconfirmed.tsx"));
const ProblemItems = lazy(() => import("./problem-items.tsx"));

const CHIPS: Record<AttentionItem["kind"], { tone: ChipTone; word: string }> = {
  unconfirmed: { tone: "warn", word: "Is this yours?" },
  token_revoked: { tone: "danger", word: "Authorization lost" },
  director_access_lost: { tone: "warn", word: "Director access missing" },
  queue_empty: { tone: "warn", word: "Queue empty" },
  queue_paused: { tone: "warn", word: "Queue paused" },
  queue_ending: { tone: "signal", word: "Queue ends soon" },
  missing_scopes: { tone: "signal", word: "Partly authorized" },
};

type AttentionCardProps = Overview &
  Pick<Waiting, "requests" | "problems" | "ends" | "emergencies" | "reviews" | "corporations"> & {
    /** Links Discord: a button of another feature. */
    discordButton: ReactNode;
  };

/**
 * Corporations that cannot be read, memberships that end, requests that the user reviews, then problems of characters, the most urgent first; each with the
 * action that settles it.
 */
export function AttentionCard(props: AttentionCardProps) {
  const { attention, characters, requests, problems, ends, emergencies, reviews } = props;
  const { corporations, discordButton } = props;
  const count = [attention, requests, problems, ends, emergencies, reviews, corporations].flat()
    .length;
  if (count === 0) {
    return (
      <p className="flex items-center gap-2 text-sm text-ok">
        <Icon name="check" />
        <span className="bg-void text-text-2">All pilots healthy</span>
      </p>
    );
  }
  return (
    <Card
      isFlush
      className="border-warn-dim"
      title={
        <span className="flex items-center gap-3">
          Needs attention <Chip tone="warn">{count}</Chip>
        </span>
      }
    >
      <ul>
        {corporations.length > 0 && (
          <Suspense>
            <CorporationItems corporations={corporations} />
          </Suspense>
        )}
        {problems.length > 0 && (
          <Suspense>
            <ProblemItems problems={problems} discordButton={discordButton} />
          </Suspense>
        )}
        {ends.length + emergencies.length > 0 && (
          <Suspense>
            <EndItems ends={ends} emergencies={emergencies} />
          </Suspense>
        )}
        {reviews.map((review) => (
          <ReviewItem key={review.groupId} {...review} />
        ))}
        {requests.map((waiting) => (
          <RequestsItem key={waiting.groupId} {...waiting} />
        ))}
        {attention.map((item) => (
          <Item
            key={`${item.kind} ${item.characterId}`}
            item={item}
            character={characters.find(({ characterId }) => characterId === item.characterId)}
          />
        ))}
      </ul>
    </Card>
  );
}

function RequestsItem({ groupId, groupName, count }: Waiting["requests"][number]) {
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 first:border-t-0">
      <div className="w-46 max-md:w-full">
        <Chip tone="signal">To review</Chip>
      </div>
      <p id={nameId} className="min-w-40 flex-1 font-medium wrap-anywhere">
        {formatCount(count, "request")} for <bdi>{groupName}</bdi>
      </p>
      <ButtonLink size="sm" to={`${paths.group(groupId)}?tab=requests`} aria-describedby={nameId}>
        Review
      </ButtonLink>
    </li>
  );
}

function ReviewItem({ groupId, groupName, dueAt }: Waiting["reviews"][number]) {
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 first:border-t-0">
      <div className="w-46 max-md:w-full">
        <Chip tone="signal">Review due</Chip>
      </div>
      <p id={nameId} className="min-w-40 flex-1 font-medium wrap-anywhere">
        Members of <bdi>{groupName}</bdi>, until <EveMoment at={dueAt} />
      </p>
      <ButtonLink size="sm" to={paths.groupReview(groupId)} aria-describedby={nameId}>
        Review
      </ButtonLink>
    </li>
  );
}

type ItemProps = { item: AttentionItem; character: OverviewCharacter | undefined };

function Item({ item, character }: ItemProps) {
  const nameId = useId();
  const { tone, word } = CHIPS[item.kind];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 first:border-t-0">
      <div className="w-46 max-md:w-full">
        <Chip tone={tone}>{word}</Chip>
      </div>
      <div className="min-w-40 flex-1">
        <p id={nameId} className="font-medium">
          {item.characterName}
        </p>
        <p className="text-sm text-text-3">{explain(item, character)}</p>
      </div>
      <Repair item={item} nameId={nameId} />
    </li>
  );
}

function explain({ kind, at }: AttentionItem, character: OverviewCharacter | undefined): ReactNode {
  const moment = at && <RelativeTime at={at} />;
  switch (kind) {
    case "unconfirmed":
      return (
        <>
          Linked {moment} without a recent sign-in of your main. Until you confirm it, it cannot log
          in to your account and meets no requirement.
        </>
      );
    case "token_revoked":
      return <>EVE revoked access{moment && <> {moment}</>}. Data already loaded is kept.</>;
    case "director_access_lost":
      return "A corporation here uses it as a director, but its authorization does not include director access.";
    case "queue_empty":
      return moment ? <>The skill queue ran out {moment}.</> : "Nothing is training.";
    case "queue_paused":
      return "Skills are queued, but training is paused.";
    case "queue_ending":
      return <>The skill queue runs out {moment}.</>;
    case "missing_scopes":
      return `Muster cannot read its ${describeScopes(character?.missingScopes ?? [])}.`;
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
        View queue
      </ButtonLink>
    );
  }
  return (
    <Button
      size="sm"
      aria-describedby={nameId}
      isBusy={isBusy}
      busyLabel="Redirecting..."
      onClick={() =>
        start({ characterId, ...(kind === "director_access_lost" && { access: "director" }) })
      }
    >
      {kind === "token_revoked" ? "Authorize again" : "Grant access"}
    </Button>
  );
}
