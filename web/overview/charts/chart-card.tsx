import { Trans } from "#web/language/macros.ts";
import { useState } from "react";
import type { ReactNode } from "react";
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
