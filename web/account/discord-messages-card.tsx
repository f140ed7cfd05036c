import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useAction } from "#web/lib/form/use-action.ts";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Check } from "#web/ui/form/check.tsx";
import { directMessagesQuery, setDirectMessagesMutation } from "./queries.ts";

/** Asks for direct messages at Discord; only where Muster has a bot and the user a linked account. */
export function DiscordMessagesCard() {
  const { data, isError, refetch } = useQuery(directMessagesQuery);
  const { act, isPending, failure } = useAction(
    setDirectMessagesMutation,
    t`Failed to change the messages`,
  );
  if (data === undefined && isError) {
    return (
      <Card title={t`Direct messages on Discord`}>
        <LoadFailed title={t`Your choice could not be loaded`} onRetry={refetch} />
      </Card>
    );
  }
  if (data === undefined || (!data.canSend && !data.isOn)) return null;
  const onSuccess = ({ isOn }: { isOn: boolean }) =>
    toast.success(isOn ? t`Direct messages are on` : t`Direct messages are off`);
  return (
    <Card anchor="discord-messages" title={t`Direct messages on Discord`}>
      <div className="grid gap-3">
        <p className="max-w-[65ch] text-text-2">
          <Trans>
            What groups decide about you: requests, invitations, removals and grace periods. If you
            decide about requests, also those that have waited for 3 days. At most one message a
            day. Muster shows the same on your dashboard.
          </Trans>
        </p>
        <label className="flex min-h-7.5 w-fit cursor-pointer items-center gap-2 max-md:min-h-11">
          <Check
            type="checkbox"
            checked={isPending ? !data.isOn : data.isOn}
            disabled={isPending}
            onChange={({ target }) => void act(target.checked, { onSuccess })}
          />
          <Trans>Send me direct messages</Trans>
        </label>
        {data.isOn && data.isClosed && (
          <Alert tone="warn">
            <Trans>
              Discord does not deliver Muster’s messages to you. Allow direct messages from a server
              that you share with the bot, then switch this off and on.
            </Trans>
          </Alert>
        )}
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      </div>
    </Card>
  );
}
