import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { DiscordFeed, FeedHalt } from "#shared/discord/feeds.ts";
import type { Anchor } from "#web/lib/anchors.ts";
import { enumerated, sentenceGap } from "#web/lib/sentence.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { feedQuery } from "./feed-queries.ts";
import type { FeedSubject } from "./feed-queries.ts";
import { TOPICS } from "./feed-topics.ts";

const FeedDialog = lazy(() => import("./feed-dialog.tsx"));

type FeedSettingProps = { subject: FeedSubject; text: string; anchor?: Anchor };

/** Where a group, a corporation, the log or the watchlist posts at Discord, and what. */
export function FeedSetting({ subject, text, anchor }: FeedSettingProps) {
  const { data: feed, isError, refetch } = useQuery(feedQuery(subject));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section id={anchor} className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lg">{t`Discord posts`}</h2>
          <p className="mt-0.5 max-w-[60ch] text-text-2">{text}</p>
          {feed?.target != null && (
            <Target feed={feed} hasTopics={"groupId" in subject || "corporationId" in subject} />
          )}
        </div>
        <Button
          icon={<Icon name="chat" />}
          isDisabled={feed === undefined}
          onClick={() => setIsOpen(true)}
        >
          {feed?.target == null ? t`Choose channel` : t`Change posts`}
        </Button>
      </div>
      {isError && <LoadFailed title={t`The Discord posts could not be loaded`} onRetry={refetch} />}
      {feed?.halt != null && <Alert tone="warn">{say(HALTS[feed.halt])}</Alert>}
      <Suspense>
        {isOpen && feed !== undefined && (
          <FeedDialog subject={subject} feed={feed} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </section>
  );
}

function Target({ feed, hasTopics }: { feed: DiscordFeed; hasTopics: boolean }) {
  const { target, topics, postedAt } = feed;
  if (target === null) return null;
  const place = <Place target={target} />;
  const listed = TOPICS.filter(({ value }) => topics.includes(value)).map((topic) =>
    say(topic.listed),
  );
  return (
    <p className="mt-1 text-sm wrap-anywhere text-text-2">
      {!hasTopics ? (
        <Trans>{place}.</Trans>
      ) : listed.length === 0 ? (
        <Trans>{place}. Nothing is posted.</Trans>
      ) : (
        <Trans>
          {place}: {ph({ topics: enumerated(listed) })}.
        </Trans>
      )}
      {postedAt !== null && (
        <>
          {sentenceGap()}
          <Trans>
            Last post <RelativeTime at={postedAt} />.
          </Trans>
        </>
      )}
    </p>
  );
}

/** Where it is posted. */
export function Place({ target }: { target: NonNullable<DiscordFeed["target"]> }) {
  const { kind, name, serverName } = target;
  const address = (
    <bdi className="font-medium text-text-1">{kind === "channel" ? `#${name}` : name}</bdi>
  );
  if (serverName === null) {
    return kind === "channel" ? (
      <Trans>In {address}</Trans>
    ) : (
      <Trans>By the webhook {address}</Trans>
    );
  }
  const server = <bdi>{serverName}</bdi>;
  return kind === "channel" ? (
    <Trans>
      In {address} on {server}
    </Trans>
  ) : (
    <Trans>
      By the webhook {address} on {server}
    </Trans>
  );
}

/** Why nothing is posted there. */
export const HALTS: Record<FeedHalt, Message> = {
  no_access: msg`Muster’s bot cannot see the channel. Give it “View Channel” on Discord. Muster tries again every hour, and when you save.`,
  no_permission: msg`Muster’s bot cannot write in the channel. Give it “Send Messages” on Discord. Muster tries again every hour, and when you save.`,
  gone: msg`The channel or the webhook was deleted on Discord. Choose another one.`,
  unauthorized: msg`Discord does not accept the bot token. Tell an administrator.`,
  unavailable: msg`Discord does not answer. Posts of the last day follow when it does.`,
};
