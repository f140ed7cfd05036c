import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DiscordChannels, DiscordFeed, FeedTarget } from "#shared/discord/feeds.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { channelsQuery, deleteFeedMutation, saveFeedMutation } from "./queries.ts";
import type { FeedSubject } from "./queries.ts";
import { TOPICS } from "./topics.ts";

const SAME = "same";
const WEBHOOK = "webhook";
const NONE = "";

type FeedDialogProps = { subject: FeedSubject; feed: DiscordFeed; onClose: () => void };

export default function FeedDialog({ subject, feed, onClose }: FeedDialogProps) {
  const channels = useQuery({ ...channelsQuery(subject), enabled: feed.hasBot });
  const offered = TOPICS.filter(
    ({ of }) => of === ("groupId" in subject ? "group" : "isLog" in subject ? null : "corporation"),
  );
  const [topics, setTopics] = useState(
    feed.target === null ? offered.map(({ topic }) => topic) : feed.topics,
  );
  const [choice, setChoice] = useState(feed.target !== null ? SAME : feed.hasBot ? NONE : WEBHOOK);
  const [address, setAddress] = useState("");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useAction(saveFeedMutation, "Failed to save the posts");
  const remove = useAction(deleteFeedMutation, "Failed to stop the posts");
  const target = targetOf(choice, address, channels.data);

  const submit = () => {
    if (target === undefined) {
      setProblems({ channel: "Choose a channel." });
      return;
    }
    void save.act(
      { subject, target, topics },
      {
        onRefusal: setProblems,
        onSuccess: () => {
          toast.success("Discord posts saved");
          onClose();
        },
      },
    );
  };
  const stop = () =>
    remove.act(subject, {
      onSuccess: () => {
        toast.success("Discord posts stopped");
        onClose();
      },
    });
  const failure = save.failure ?? remove.failure;
  return (
    <ConfirmDialog
      isOpen
      title="Discord posts"
      description={
        "isLog" in subject
          ? "A fingerprint tells nothing about the events. It is posted when there is a new one, at most every hour."
          : "Everyone who can read the channel reads these names. Posts ping no one, and a channel gets at most one message a minute."
      }
      confirmLabel="Save posts"
      busyLabel="Saving..."
      isBusy={save.isPending || remove.isPending}
      error={Object.keys(problems).length > 0 ? undefined : failure}
      onConfirm={submit}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <SelectField
          label="Post to"
          value={choice}
          error={problems["channel"]}
          options={optionsOf(feed, channels.data)}
          onChange={({ target: { value } }) => {
            setProblems({});
            setChoice(value);
          }}
        />
        {channels.isFetching && (
          <p className="text-sm text-text-2">Asking Discord for channels...</p>
        )}
        {channels.data?.missing === "link" && (
          <Alert tone="info">
            Link Discord on your dashboard to choose a channel: you can choose those in which you
            may write.
          </Alert>
        )}
        {(channels.data?.missing === "unavailable" || channels.isError) && (
          <Alert tone="warn">Discord does not answer, so channels may be missing.</Alert>
        )}
        {choice === WEBHOOK && (
          <TextField
            label="Address of the webhook"
            hint="At Discord: Edit Channel, Integrations, Webhooks, Copy Webhook URL. Muster never shows it again"
            spellCheck={false}
            autoComplete="off"
            value={address}
            error={problems["address"] ?? problems["target.address"]}
            onChange={({ target: { value } }) => setAddress(value)}
          />
        )}
        <fieldset hidden={offered.length === 0}>
          <legend className="mb-1.5 text-sm font-medium">What is posted</legend>
          {offered.map(({ topic, label, hint }) => (
            <div key={topic} className="py-1">
              <label className="flex min-h-7.5 w-fit cursor-pointer items-center gap-2 max-md:min-h-11">
                <input
                  type="checkbox"
                  className="shrink-0"
                  checked={topics.includes(topic)}
                  aria-describedby={`hint-${topic}`}
                  onChange={({ target: { checked } }) =>
                    setTopics(
                      checked ? [...topics, topic] : topics.filter((other) => other !== topic),
                    )
                  }
                />
                {label}
              </label>
              <p id={`hint-${topic}`} className="pl-6 text-sm text-text-2">
                {hint}
              </p>
            </div>
          ))}
        </fieldset>
        {feed.target !== null && (
          <div>
            <Button isBusy={remove.isPending} busyLabel="Stopping..." onClick={() => void stop()}>
              Stop posts
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
        ? [{ value: NONE, label: "Choose a channel" }]
        : []
      : [{ value: SAME, label: `As now: ${target.kind === "channel" ? "#" : ""}${target.name}` }]),
    ...(found?.channels ?? []).map(({ channelId, channelName, serverName }) => ({
      value: channelId,
      label: `#${channelName} (${serverName})`,
    })),
    { value: WEBHOOK, label: "A webhook, without buttons" },
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
