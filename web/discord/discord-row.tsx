import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

type DiscordRowProps = {
  title: ReactNode;
  isLinked?: boolean;
  chip?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

export function DiscordRow({ title, isLinked = false, chip, actions, children }: DiscordRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <div className="flex min-w-0 flex-1 basis-72 items-center gap-4">
        <Tile isLinked={isLinked} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-display text-lg/tight font-semibold">
            <span className="min-w-0">{title}</span>
            {chip}
          </p>
          <output className="mt-1 block max-w-[64ch] text-sm text-text-2">{children}</output>
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

/** Our own drawing, because Discord's logo is not ours to use. Coloured once an account is linked. */
function Tile({ isLinked }: { isLinked: boolean }) {
  return (
    <span
      className={cx(
        "grid size-12 shrink-0 place-items-center self-start rounded-control",
        isLinked ? "bg-discord text-white" : "bg-surface-3 text-text-2",
      )}
    >
      <svg
        width="26"
        height="26"
        viewBox="0 0 26 26"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M3 4h14v10h-7l-4 4v-4H3z" />
        <path d="M20.500 9H23v10h-3v4l-4-4h-4.500" strokeLinecap="round" />
      </svg>
    </span>
  );
}
