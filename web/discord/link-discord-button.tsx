import { Trans, t } from "#web/language/macros.ts";
import { useEffect } from "react";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Button } from "#web/ui/button.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { useDiscordLink } from "./use-discord-link.ts";

type LinkDiscordButtonProps = {
  /** The next step of the page. */
  isPrimary?: boolean;
  onLinked?: () => void;
};

/** Links Discord from the page of another feature. */
export default function LinkDiscordButton({ isPrimary, onLinked }: LinkDiscordButtonProps) {
  const { user } = useSession();
  const { link, isWaiting, failure } = useDiscordLink(onLinked);
  const message = failure?.hint ?? failure?.message;
  useEffect(() => {
    if (message !== undefined) toast.error(message);
  }, [message]);
  if (!user?.canLinkDiscord) {
    return (
      <span className="text-sm text-text-2">
        <Trans>Discord is not set up on this Muster yet.</Trans>
      </span>
    );
  }
  return (
    <Button
      size={isPrimary ? "md" : "sm"}
      variant={isPrimary ? "primary" : "default"}
      className="max-md:min-h-11"
      isBusy={isWaiting}
      busyLabel={t`Waiting...`}
      onClick={() => void link()}
    >
      <Trans>Link Discord</Trans>
    </Button>
  );
}
