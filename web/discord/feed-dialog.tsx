import { Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import type { DiscordChannels, DiscordFeed, FeedTarget, Topic } from "#shared/discord/feeds.ts";
import { LANGUAGES, isSpoken, SPOKEN } from "#shared/language/languages.ts";
import type { Language } from "#shared/language/languages.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import { SelectField, TextField } from "#web/ui/form/form.tsx";
import { channelsQuery, deleteFeedMutation, saveFeedMutation } from "./feed-queries.ts";
import type { FeedSubject } from "./feed-queries.ts";
import { TOPICS } from "./feed-topics.ts";

const SAME = "same";
const WEBHOOK = "webhook";
const NONE = "";

type Input = { topics: Topic[]; channel: string; address: string; language: Language };
type FeedDialogProps = { subject: FeedSubject; feed: DiscordFeed; onClose: () => void };

export default function FeedDialog({ subject, feed, onClose }: FeedDialogProps) {
  const channels = useQuery({ ...channelsQuery(subject), enabled: feed.hasBot });
  const offered = TOPICS.filter(({ of }) =>
    of === "group" ? "groupId" in subject : "corporationId" in subject,
  );
  const { input, problems, set, dialog } = useForm({
    initial: {
      topics: feed.target === null ? offered.map(({ value }) => value) : feed.topics,
      channel: feed.target !== null ? SAME : feed.hasBot ? NONE : WEBHOOK,
      address: "",
      language: feed.language,
    },
    validate: ({ topics, channel, address, language }: Input) => {
      const target = targetOf(channel, address, channels.data);
      return target === undefined
        ? { problems: { channel: t`Choose a channel.` } }
        : { value: { subject, target, language, topics } };
    },
    toProblems: ({ channel, address, "target.address": ofTarget }) => ({
      channel,
      address: address ?? ofTarget,
    }),
    mutation: saveFeedMutation,
    failed: t`Failed to save the posts`,
    onDone: () => {
      toast.success(t`Discord posts saved`);
      onClose();
    },
  });
  const remove = useAction(deleteFeedMutation, t`Failed to stop the posts`);
  const stop = () =>
    remove.act(subject, {
      onSuccess: () => {
        toast.success(t`Discord posts stopped`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Discord posts`}
      description={
        "isLog" in subject
          ? t`A fingerprint tells nothing about the events. It is posted when there is a new one, at most every hour.`
          : "isWatchlist" in subject
            ? t`Everyone who can read the channel learns who is on the watchlist, also people who do not keep it. A post has the character, the entry and what was found, without the reason.`
            : t`Everyone who can read the channel reads these names. Posts ping no one, and a channel gets at most one message a minute.`
      }
      confirmLabel={t`Save posts`}
      busyLabel={t`Saving...`}
      isBusy={dialog.isBusy || remove.isPending}
      error={dialog.error ?? remove.failure}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <SelectField
          label={t`Post to`}
          value={input.channel}
          error={problems.channel}
          options={optionsOf(feed, channels.data)}
          onChange={({ target: { value } }) => set({ channel: value })}
        />
        {channels.isFetching && (
          <p className="text-sm text-text-2">{t`Asking Discord for channels...`}</p>
        )}
        {channels.data?.missing === "link" && (
          <Alert tone="info">
            <Trans>
              Link Discord on your dashboard to choose a channel: you can choose those in which you
              may write.
            </Trans>
          </Alert>
        )}
        {(channels.data?.missing === "unavailable" || channels.isError) && (
          <Alert tone="warn">{t`Discord does not answer, so channels may be missing.`}</Alert>
        )}
        {input.channel === WEBHOOK && (
          <TextField
            label={t`Address of the webhook`}
            hint={t`On Discord: Edit Channel, Integrations, Webhooks, Copy Webhook URL. Muster never shows it again`}
            spellCheck={false}
            autoComplete="off"
            value={input.address}
            error={problems.address}
            onChange={({ target: { value } }) => set({ address: value })}
          />
        )}
        {offered.length > 0 && (
          <CheckboxList
            legend={t`What is posted`}
            options={offered.map(({ value, label, hint }) => ({
              value,
              label: say(label),
              hint: say(hint),
            }))}
            value={input.topics}
            onChange={(topics) => set({ topics })}
          />
        )}
        {SPOKEN.length > 1 && (
          <SelectField
            label={t`Language of the posts`}
            value={input.language}
            options={SPOKEN.map((value) => ({ value, label: LANGUAGES[value] }))}
            onChange={({ target: { value } }) => isSpoken(value) && set({ language: value })}
          />
        )}
        {feed.target !== null && (
          <div>
            <Button
              isBusy={remove.isPending}
              busyLabel={t`Stopping...`}
              onClick={() => void stop()}
            >
              {t`Stop posts`}
            </Button>
          </div>
        )}
      </div>
    </ConfirmDialog>
  );
}

function optionsOf({ target, hasBot }: DiscordFeed, found: DiscordChannels | undefined) {
  return [
    ...(target === null
      ? hasBot
        ? [{ value: NONE, label: t`Choose a channel` }]
        : []
      : [
          {
            value: SAME,
            label: t`As now: ${ph({ target: target.kind === "channel" ? `#${target.name}` : target.name })}`,
          },
        ]),
    ...(found?.channels ?? []).map(({ channelId, channelName, serverName }) => ({
      value: channelId,
      label: `#${channelName} (${serverName})`,
    })),
    { value: WEBHOOK, label: t`A webhook, without buttons` },
  ];
}

function targetOf(
  choice: string,
  address: string,
  found: DiscordChannels | undefined,
): FeedTarget | undefined {
  if (choice === SAME) return { kind: "same" };
  if (choice === WEBHOOK) return { kind: "webhook", address };
  const channel = found?.channels.find(({ channelId }) => channelId === choice);
  if (channel === undefined) return undefined;
  return { kind: "channel", serverId: channel.serverId, channelId: channel.channelId };
}
