import { t } from "#web/language/macros.ts";
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
  const { link, linkHere, isWaiting, isLeaving, isBlocked, failure } = useDiscordLink(onLinked);
  const message = failure?.hint ?? failure?.message;
  useEffect(() => {
    if (message !== undefined) toast.error(message);
  }, [message]);
  if (!user?.canLinkDiscord) {
    return (
      <span className="text-sm text-text-2">{t`Discord is not set up on this Muster yet.`}</span>
    );
  }
  const size = isPrimary ? "md" : "sm";
  return (
    <>
      <Button
        size={size}
        variant={isPrimary ? "primary" : "default"}
        className="max-md:min-h-11"
        isBusy={isWaiting || isLeaving}
        busyLabel={t`Waiting...`}
        onClick={() => void link()}
      >
        {t`Link Discord`}
      </Button>
      {isBlocked && (
        <Button
          size={size}
          variant="ghost"
          className="max-md:min-h-11"
          isDisabled={isLeaving}
          onClick={() => void linkHere()}
        >
          {t`Continue in this tab`}
        </Button>
      )}
    </>
  );
}
