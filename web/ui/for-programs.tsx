import type { ReactNode } from "react";
import { useEffect } from "react";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { t } from "#web/language/macros.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

type CopyRowProps = {
  label: string;
  /** What is copied. */
  value: string;
  /** Ends the button's label, for screen readers: "the client id". */
  what: string;
  children?: ReactNode;
};

/** A value for another program: its label, the text, and a button that copies it. */
export function CopyRow({ label, value, what, children }: CopyRowProps) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line-faint bg-surface-2 py-1 pr-2 pl-3">
      <span className="w-28 shrink-0 text-xs text-text-2 max-md:w-full">{label}</span>
      <code className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere select-all">{value}</code>
      {children}
      <CopyButton text={value} what={what} />
    </div>
  );
}

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
          {kept} {t`If it gets lost, make a new one.`}
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-2 rounded-control border border-line-faint bg-void py-1 pr-2 pl-3">
          <code className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere select-all">{secret}</code>
          <CopyButton text={secret} what={what} />
        </div>
      </div>
      <Button size="sm" onClick={onStored}>
        {t`I have stored it`}
      </Button>
    </div>
  );
}

/** Text for programs. It scrolls sideways, also with the keyboard. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-control border border-line-faint bg-void p-3 text-xs text-text-2"
    >
      <pre>{children}</pre>
    </section>
  );
}
