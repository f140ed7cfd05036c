import { t } from "#web/language/macros.ts";
import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import "./telemetry.css";

type TelemetryProps = {
  label: string;
  columns?: 3 | 4;
  footer?: ReactNode;
  children: ReactNode;
};

/** Readings in a grid: two columns on small screens, `columns` on large ones. */
export function Telemetry({ label, columns = 4, footer, children }: TelemetryProps) {
  return (
    <section
      aria-label={label}
      className="card overflow-hidden rounded-card border border-line-faint bg-surface-1"
    >
      <dl className={cx("telemetry", columns === 3 ? "md:grid-cols-3" : "md:grid-cols-4")}>
        {children}
      </dl>
      {footer && <div className="border-t border-line-faint px-4 py-2">{footer}</div>}
    </section>
  );
}

type ReadingProps = {
  name: string;
  /** Small print below the value. */
  hint?: ReactNode;
  /** The age of the value. */
  age?: ReactNode;
  /** The value; null shows "Not available". */
  children: ReactNode;
};

export function Reading({ name, hint, age, children }: ReadingProps) {
  return (
    <div>
      <dt className="flex flex-wrap justify-between gap-x-2 text-xs text-text-2">
        {name}
        {age}
      </dt>
      <dd className="font-display text-xl/snug font-semibold">
        {children ?? (
          <span className="font-ui text-md font-normal text-text-2">{t`Not available`}</span>
        )}
      </dd>
      {hint && <dd className="text-xs text-text-2 *:whitespace-normal">{hint}</dd>}
    </div>
  );
}
