import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { MergeSummary } from "#shared/account/merge.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { mergesQuery, startLink } from "./queries.ts";

/** Starts a merge with a sign-in at EVE, and lists those that wait. */
export function MergeCard() {
  const { data: merges = [], isError, refetch } = useQuery(mergesQuery);
  const link = useAuthorization(startLink);
  return (
    <Card anchor="merge-accounts" title={t`Merge two accounts`}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[65ch] text-text-2">
          <Trans>
            Do you have another account here, with a main of its own? Sign in at EVE as that main.
            Muster then shows what merging would do, and nothing changes until you confirm it. This
            account and its main stay; the characters, groups and history of the other account move
            here.
          </Trans>
        </p>
        {isError && <LoadFailed title={t`Open merges could not be loaded`} onRetry={refetch} />}
        {merges.length > 0 && (
          <ul className="grid w-full gap-2">
            {merges.map((merge) => (
              <Waiting key={merge.id} merge={merge} />
            ))}
          </ul>
        )}
        <Button isBusy={link.isBusy} busyLabel={t`Redirecting...`} onClick={() => link.start()}>
          <Trans>Sign in as the other main</Trans>
        </Button>
      </div>
    </Card>
  );
}

function Waiting({ merge }: { merge: MergeSummary }) {
  const { id, isInto, state, intoMainName, fromMainName, expiresAt } = merge;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line-faint px-3 py-2">
      <div className="min-w-48 flex-1">
        <p>
          {isInto ? (
            <Trans>
              Merge the account of <bdi className="font-medium">{fromMainName}</bdi> into this one
            </Trans>
          ) : (
            <Trans>
              <bdi className="font-medium">{intoMainName}</bdi> asks to merge this account into
              theirs
            </Trans>
          )}
        </p>
        <p className="text-sm text-text-2">
          {isInto && (
            <>{state === "requested" ? t`Waiting for the other account` : t`Not confirmed`} · </>
          )}
          <Trans>
            expires <RelativeTime at={expiresAt} />
          </Trans>
        </p>
      </div>
      <ButtonLink size="sm" to={paths.mergeAccounts(id)}>
        {isInto ? t({ context: "button", message: "Open" }) : t`Read the request`}
        <VisuallyHidden>
          {" "}
          {isInto ? t`the merge with ${fromMainName}` : t`of ${intoMainName}`}
        </VisuallyHidden>
      </ButtonLink>
    </li>
  );
}
