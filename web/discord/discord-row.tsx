import { useId } from "react";
import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import type { LinkFailure } from "./link-error.ts";

type DiscordRowProps = {
  state: ReactNode;
  isLinked?: boolean;
  chip?: ReactNode;
  actions?: ReactNode;
  failure: LinkFailure | undefined;
  /** Below the row. */
  more?: ReactNode;
  children: ReactNode;
};

/** The Discord card: one row on wide screens. */
export function DiscordRow(props: DiscordRowProps) {
  const { state, isLinked = false, chip, actions, failure, more, children } = props;
  const headingId = useId();
  return (
    <Card isFlush anchor="discord-account" labelledBy={headingId}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5">
        <div className="flex items-center gap-3">
          <Tile isLinked={isLinked} />
          <h2 id={headingId} className="text-lg">
            Discord
          </h2>
        </div>
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <span className="min-w-0 wrap-anywhere">{state}</span>
            {chip}
          </p>
          <output className="block max-w-[88ch] text-sm text-text-2">{children}</output>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {failure && (
        <div className="px-4 pb-3">
          <Alert tone="danger" title={failure.hint ?? failure.message}>
            {failure.hint && <p className="wrap-anywhere">{failure.message}</p>}
          </Alert>
        </div>
      )}
      {more}
    </Card>
  );
}

/** Our own drawing, because Discord's logo is not ours to use. Coloured once an account is linked. */
function Tile({ isLinked }: { isLinked: boolean }) {
  return (
    <span
      className={cx(
        "grid size-8 shrink-0 place-items-center rounded-control",
        isLinked ? "bg-discord text-white" : "bg-surface-3 text-text-2",
      )}
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 26 26"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M3 4h14v10h-7l-4 4v-4H3z" />
        <path d="M20.500 9H23v10h-3v4l-4-4h-4.500" strokeLinecap="round" />
      </svg>
    </span>
  );
}
