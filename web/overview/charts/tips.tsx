import { useEffect, useState } from "react";
import type { ReactNode } from "react";

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
