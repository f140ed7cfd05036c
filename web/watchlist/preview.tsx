import { Plural, Trans, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { WatchConsequence } from "#shared/watchlist.ts";
import { enumerated } from "#web/lib/enumerated.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { FindingList } from "#web/watched/finding-list.tsx";
import { watchPreviewQuery } from "./queries.ts";
import type { Previewed } from "./queries.ts";

const MOST_NAMES = 20;

/** Whom the entry would hit now, by name, and what would follow, before it is saved. */
export function Preview({ of }: { of: Previewed }) {
  const { data, isPending, refetch } = useQuery(watchPreviewQuery(of));
  if (isPending) return <RowsSkeleton label={t`Loading the preview`} rows={2} />;
  if (!data) return <LoadFailed title={t`The preview failed`} onRetry={refetch} />;
  const { hits, unread, follows } = data;
  const more = hits.length - MOST_NAMES;
  const title =
    hits.length === 0
      ? t`Hits no character now`
      : plural(
          { count: hits.length },
          { one: "Hits # character now", other: "Hits # characters now" },
        );
  return (
    <section className="grid gap-3 border-t border-line-faint pt-4">
      <h3 className="text-lg">{title}</h3>
      {hits.length > 0 && <FindingList label={title} findings={hits.slice(0, MOST_NAMES)} />}
      {more > 0 && (
        <p className="text-sm text-text-2">
          <Plural value={more} one="and # other" other="and # others" />
        </p>
      )}
      {follows.map((one) => (
        <Consequence
          key={one.group?.groupId ?? one.users.map(({ userId }) => userId).join(" ")}
          {...one}
        />
      ))}
      {unread > 0 && (
        <p className="text-sm text-text-2">
          <Plural
            value={unread}
            one="# corporation history was never read, so it cannot hit until Muster reads it."
            other="# corporation histories were never read, so they cannot hit until Muster reads them."
          />
        </p>
      )}
    </section>
  );
}

function Consequence({ group, users, graceDays, isHeld }: WatchConsequence) {
  const name =
    group?.name ?? t({ context: "instead of its name", message: "a group that you do not see" });
  return (
    <div className="grid gap-0.5 text-sm">
      <p className="font-medium wrap-anywhere text-danger">
        <Trans>
          <Plural
            value={{ count: users.length }}
            one="# pilot would lose"
            other="# pilots would lose"
          />{" "}
          <bdi>{name}</bdi>
        </Trans>
      </p>
      <p className="wrap-anywhere text-text-2">
        {enumerated(users.slice(0, MOST_NAMES).map(({ mainName }) => mainName))}
      </p>
      {graceDays > 0 && (
        <p className="text-text-2">
          {t`After ${plural({ days: graceDays }, { one: "# day", other: "# days" })} of grace`}
        </p>
      )}
      {isHeld && (
        <p className="text-text-2">{t`They are so many that an administrator decides first`}</p>
      )}
    </div>
  );
}
