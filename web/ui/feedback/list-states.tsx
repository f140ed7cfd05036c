import { Button } from "#web/ui/button.tsx";
import { Alert } from "./alert.tsx";

export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  return (
    <div className="in-[.card]:p-4">
      <Alert
        tone="danger"
        title={title}
        action={
          <Button size="sm" onClick={() => onRetry()}>
            Try again
          </Button>
        }
      >
        Nothing was changed.
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
        busyLabel="Loading..."
        onClick={() => list.fetchNextPage()}
      >
        Load more
      </Button>
      <output className="text-sm text-text-2">
        {list.isFetchNextPageError
          ? "Loading failed. Please try again."
          : total !== undefined && `${shown} of ${total} shown`}
      </output>
    </div>
  );
}
