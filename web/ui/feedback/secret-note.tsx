import { Trans, t } from "#web/language/macros.ts";
import { useEffect } from "react";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";

type SecretNoteProps = {
  title: string;
  secret: string;
  /** What Muster keeps of it. */
  kept?: string;
  /** Ends the label of the button, for screen readers: "the secret". */
  what: string;
  onStored: () => void;
};

/** A secret that is shown once. Closing the tab before it is stored asks. */
export function SecretNote({
  title,
  secret,
  kept = t`Muster keeps a fingerprint only.`,
  what,
  onStored,
}: SecretNoteProps) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-x-3 gap-y-3 rounded-card border border-warn-dim bg-surface-1 px-4 py-3"
    >
      <span className="mt-0.5 text-gold">
        <Icon name="key" />
      </span>
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="font-medium">{title}</p>
        <p className="text-sm text-text-2">
          {kept} <Trans>If it gets lost, make a new one.</Trans>
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-2 rounded-control border border-line-faint bg-void py-1 pr-2 pl-3">
          <code className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere select-all">{secret}</code>
          <CopyButton text={secret} what={what} />
        </div>
      </div>
      <Button size="sm" onClick={onStored}>
        <Trans>I have stored it</Trans>
      </Button>
    </div>
  );
}
