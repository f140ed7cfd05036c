import type { ReactNode } from "react";
import { t } from "#web/language/macros.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { Alert } from "./alert.tsx";

/** A card without padding of its own leaves it to what is in it. */
export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  return (
    <div className="in-[.is-flush]:p-4">
      <Alert
        tone="danger"
        title={title}
        action={
          <Button size="sm" onClick={() => onRetry()}>
            {t`Try again`}
          </Button>
        }
      >
        {t`Nothing was changed.`}
      </Alert>
    </div>
  );
}

type Paged = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

/** The button below a paged list, while it has more pages. */
export function LoadMore({
  list,
  shown,
  total,
}: {
  list: Paged;
  shown: number;
  total?: number | undefined;
}) {
  if (!list.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line-faint px-4 py-3">
      <Button
        size="sm"
        isBusy={list.isFetchingNextPage}
        busyLabel={t`Loading...`}
        onClick={() => list.fetchNextPage()}
      >
        {t`Load more`}
      </Button>
      <output className="text-sm text-text-2">
        {list.isFetchNextPageError
          ? t`Loading failed. Please try again.`
          : total !== undefined && t`${shown} of ${total} shown`}
      </output>
    </div>
  );
}

const ICONS: Record<EmptyStateVariant, IconName> = {
  "call-to-action": "plus",
  "not-found": "search",
  completed: "check",
};

/** Nothing exists yet; nothing matches the filters; nothing is left to do. */
type EmptyStateVariant = "call-to-action" | "not-found" | "completed";

export function EmptyState({
  variant,
  title,
  action,
  children,
}: {
  variant: EmptyStateVariant;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <span className="mb-2 grid size-10 place-items-center rounded-control border border-line text-text-2">
        <Icon name={ICONS[variant]} size={20} />
      </span>
      <h2 className="text-lg">{title}</h2>
      {children && <p className="max-w-96 text-text-2">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
