import { useState, useEffect } from "react";
import type { ReactNode, FocusEvent, KeyboardEventHandler } from "react";
import { Trans } from "#web/language/macros.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

type ChartCardProps = {
  title: string;
  className?: string;
  /** The same numbers as a table; none while there are no numbers. */
  table?: ReactNode;
  action?: ReactNode;
  isFlush?: boolean;
  children: (showTable: () => void) => ReactNode;
};

/** A chart, with a button that shows its numbers as a table. */
export function ChartCard(props: ChartCardProps) {
  const { title, className = "", table, action, isFlush = false, children } = props;
  const [isTable, setIsTable] = useState(false);
  const actions = (
    <>
      {action}
      {table && (
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          <Trans>
            As a table<span className="sr-only"> of {title}</span>
          </Trans>
        </Button>
      )}
    </>
  );
  return (
    <Card isFlush title={title} className={className} actions={actions}>
      {isTable && table ? (
        table
      ) : isFlush ? (
        children(() => setIsTable(true))
      ) : (
        <div className="p-4">{children(() => setIsTable(true))}</div>
      )}
    </Card>
  );
}

/** In place of a chart that has no numbers yet: says when it will have some. */
export function NotYet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="not-yet">
      <p className="font-semibold text-text-1">{title}</p>
      <p>{children}</p>
    </div>
  );
}

/** Hatching for the second series, so that it differs in shape and not only in colour. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path d="M1 0V5" stroke="var(--quiet)" strokeWidth="2" />
      </pattern>
    </defs>
  );
}

const GAP = 8;
type Tip = { text: string; x: number; top: number; bottom: number };

/** Shows what a mark of a chart says (`data-tip`), on hover and on focus. Escape closes it. Its label says the same. */
export function Tips({ children }: { children: ReactNode }) {
  const [tip, setTip] = useState<Tip>();
  const isOpen = tip !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && setTip(undefined);
    // The focus may have scrolled its mark into view.
    const onScroll = () => setTip(tipOf(document.activeElement));
    addEventListener("keydown", onKeyDown);
    addEventListener("scroll", onScroll, { passive: true });
    return () => {
      removeEventListener("keydown", onKeyDown);
      removeEventListener("scroll", onScroll);
    };
  }, [isOpen]);
  const show = (target: EventTarget) => setTip(tipOf(target));
  return (
    <div
      onPointerOver={({ target, pointerType }) => pointerType !== "touch" && show(target)}
      onPointerLeave={() => setTip(undefined)}
      onFocus={({ target }) => show(target)}
      onBlur={() => setTip(undefined)}
    >
      {children}
      {tip && <Bubble key={tip.text} {...tip} />}
    </div>
  );
}

function tipOf(target: EventTarget | null): Tip | undefined {
  const mark = target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
  const text = mark?.dataset["tip"];
  if (!mark || text === undefined) return undefined;
  const { left, width, top, bottom } = mark.getBoundingClientRect();
  return { text, x: left + width / 2, top, bottom };
}

/** Above the mark, or below it where the window ends; never beyond its sides. */
function Bubble({ text, x, top, bottom }: Tip) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const measure = (element: HTMLElement | null) => {
    if (element && size.width === 0) {
      setSize({ width: element.offsetWidth, height: element.offsetHeight });
    }
  };
  const isBelow = top - size.height - GAP < 0;
  const place = {
    left: Math.max(GAP, Math.min(innerWidth - size.width - GAP, x - size.width / 2)),
    top: isBelow ? bottom + GAP : top - size.height - GAP,
  };
  return (
    <div ref={measure} aria-hidden="true" className="tip" style={place}>
      {text}
    </div>
  );
}

/**
 * Marks that are one tab stop: arrows, Home and End move. With `columns`, up and down move by a row, and Home and End to its
 * ends. `start`: the mark that the tab key reaches first.
 */
export function useStrip(count: number, { columns = count, start = count - 1 } = {}) {
  const [chosen, setChosen] = useState(start);
  const current = Math.min(chosen, count - 1);

  const onKeyDown: KeyboardEventHandler<HTMLElement> = (event) => {
    const to = targetOf(event.key, current, count, columns);
    const mark = event.currentTarget.querySelectorAll<HTMLElement>("[data-mark]")[to ?? -1];
    if (to === undefined || !mark) return;
    event.preventDefault();
    mark.focus();
  };

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const index = Number(target.dataset["mark"]);
    if (!Number.isNaN(index)) setChosen(index);
  }

  return {
    strip: { role: "group", onKeyDown, onFocus },
    mark: (index: number) => ({ "data-mark": index, tabIndex: index === current ? 0 : -1 }),
  };
}

function targetOf(key: string, at: number, count: number, columns: number): number | undefined {
  const row = at - (at % columns);
  switch (key) {
    case "ArrowRight":
      return Math.min(at + 1, count - 1);
    case "ArrowLeft":
      return Math.max(at - 1, 0);
    case "ArrowDown":
      return at + columns < count ? at + columns : undefined;
    case "ArrowUp":
      return at - columns >= 0 ? at - columns : undefined;
    case "Home":
      return row;
    case "End":
      return Math.min(row + columns, count) - 1;
    default:
      return undefined;
  }
}
