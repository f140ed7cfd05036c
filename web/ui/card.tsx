import { useId } from "react";
import type { ReactNode } from "react";
import type { Anchor } from "#web/lib/anchors.ts";
import { cx } from "#web/lib/cx.ts";

type CardProps = {
  /** The heading of the section. Without it, the card is a plain box. */
  title?: ReactNode;
  /** The id of the heading, for a card that lays out its own. */
  labelledBy?: string;
  actions?: ReactNode;
  /** By which the palette and addresses find it. */
  anchor?: Anchor;
  /** No padding, for tables and lists whose rows reach the edges. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
};

const BOX = "card rounded-card border border-line-faint bg-surface-1";

export function Card(props: CardProps) {
  const { title, labelledBy, actions, anchor, isFlush = false, className, children } = props;
  const headingId = useId();
  const box = cx(BOX, isFlush && "is-flush", className);
  const content = isFlush ? children : <div className="p-4">{children}</div>;
  if (labelledBy) {
    return (
      <section id={anchor} className={box} aria-labelledby={labelledBy}>
        {content}
      </section>
    );
  }
  if (!title) {
    return (
      <div id={anchor} className={box}>
        {content}
      </div>
    );
  }
  return (
    <section id={anchor} className={box} aria-labelledby={headingId}>
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line-faint px-4 py-1">
        <h2 id={headingId} className="min-h-8.75 min-w-0 content-center text-lg">
          {title}
        </h2>
        {actions && <div className="ml-auto flex items-center gap-2">{actions}</div>}
      </header>
      {content}
    </section>
  );
}

export function Tiles({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-3 md:gap-4">
      {children}
    </dl>
  );
}

/** A labelled figure. */
export function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="card flex flex-col-reverse justify-end gap-1 rounded-card border border-line-faint bg-surface-1 px-4 py-3">
      <dt className="text-sm text-text-2">{label}</dt>
      <dd className="font-display text-2xl font-semibold">{children}</dd>
    </div>
  );
}
