import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { ConsequenceFrame, ConsequenceList } from "./consequence-list.tsx";
import { consequencesQuery } from "./queries.ts";
import type { AskedAct } from "./queries.ts";

type ConsequencesOfProps = { act: AskedAct; id: string; onLeave: () => void };

/** The consequences of an act, read when its dialog opens. The act waits for nothing: in an emergency it must be possible without. */
export function ConsequencesOf({ act, id, onLeave }: ConsequencesOfProps) {
  const { data, error, refetch } = useQuery(consequencesQuery(act, id));
  if (data !== undefined) {
    return <ConsequenceList act={act} id={id} consequences={data} onLeave={onLeave} />;
  }
  return (
    <ConsequenceFrame>
      {error !== null ? (
        <output className="flex flex-wrap items-center justify-between gap-2 py-2.5">
          {/* What the act would refuse, too. */}
          <span className="min-w-0 wrap-anywhere text-text-2">
            {messageOf(error, t`What follows could not be loaded.`)}
          </span>
          <Button size="sm" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </output>
      ) : (
        <SkeletonRegion label={t`Loading what follows`}>
          <div className="grid gap-2.5 py-3">
            <Skeleton className="h-3.5 w-48 max-w-3/5" />
            <Skeleton className="h-3.5 w-72 max-w-4/5" />
            <Skeleton className="h-3.5 w-56 max-w-3/5" />
          </div>
        </SkeletonRegion>
      )}
    </ConsequenceFrame>
  );
}
