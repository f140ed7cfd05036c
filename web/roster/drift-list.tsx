import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import type { DriftItem, RosterDrift } from "#shared/corporations/roster.ts";
import { readStoredJson, writeStored } from "#web/lib/storage.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { driftKey, driftText, readingOf } from "./drift-text.ts";
import { nameOf } from "./member-name.tsx";
import { rosterDriftQuery } from "./queries.ts";

const ICONS: Record<DriftItem["kind"], IconName> = {
  roles: "shield",
  kick_waits: "clock",
  title: "star",
  access_list: "lock",
};

const SHOWN_AT_FIRST = 10;

/** What members and former members still have in game, and what to do about it there. */
export function DriftList({ corporationId }: { corporationId: number }) {
  const { data, isPending, refetch } = useQuery(rosterDriftQuery(corporationId));
  const readAt = [data?.rolesReadAt, data?.listsReadAt].find((at) => at != null);
  // Nothing was ever read: the settings say how to begin.
  if (data && readAt === undefined && data.items.length === 0) return null;
  return (
    <section aria-labelledby="roster-drift" className="border-t border-line-faint">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line-faint px-4 py-2">
        <h2 id="roster-drift" className="text-lg">
          {t`In-game drift`}
        </h2>
        {readAt !== undefined && (
          <span className="text-sm text-text-2">
            <Trans>
              Read <RelativeTime at={readAt} />
            </Trans>
          </span>
        )}
      </header>
      {isPending ? (
        <RowsSkeleton label={t`Loading the in-game drift`} rows={3} />
      ) : data ? (
        <Items corporationId={corporationId} drift={data} />
      ) : (
        <LoadFailed title={t`The in-game drift could not be loaded`} onRetry={refetch} />
      )}
    </section>
  );
}

function Items({ corporationId, drift }: { corporationId: number; drift: RosterDrift }) {
  const [done, setDone] = useState(() => readDone(corporationId));
  const [isLong, setIsLong] = useState(false);
  // A later reading that still has the item disagrees.
  const open = drift.items.filter((item) => done[driftKey(item)] !== readingOf(item, drift));
  if (open.length === 0) {
    return (
      <p className="p-4 text-text-2">
        <Trans>
          No member without a working account here has a title or a high-risk role, and no former
          member is on an access list that Muster reads.
        </Trans>
      </p>
    );
  }
  const finish = (item: DriftItem) => {
    const next = { ...done, [driftKey(item)]: readingOf(item, drift) };
    writeStored("local", keyOf(corporationId), JSON.stringify(next));
    setDone(next);
  };
  const shown = isLong ? open : open.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul>
        {shown.map((item) => (
          <Item key={driftKey(item)} item={item} onDone={() => finish(item)} />
        ))}
      </ul>
      {shown.length < open.length && (
        <div className="border-t border-line-faint p-4">
          <Button
            size="sm"
            onClick={() => setIsLong(true)}
          >{t`Show all ${ph({ count: open.length })}`}</Button>
        </div>
      )}
    </>
  );
}

function Item({ item, onDone }: { item: DriftItem; onDone: () => void }) {
  const { title, fact, toDo } = driftText(item);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-t border-line-faint p-4 first:border-t-0 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className={item.kind === "roles" ? "pt-1 text-danger" : "pt-1 text-warn"}>
        <Icon name={ICONS[item.kind]} />
      </span>
      <div className="min-w-0">
        <h3 dir="auto" className="font-ui text-md font-medium tracking-normal wrap-anywhere">
          {title}
        </h3>
        <p dir="auto" className="text-sm wrap-anywhere text-text-2">
          {fact}
        </p>
        <p dir="auto" className="text-sm wrap-anywhere text-text-2">
          <span className="text-text-2">{t`In game:`}</span> {toDo}
        </p>
      </div>
      <div className="flex items-start gap-2 max-md:col-start-2 max-md:mt-2">
        {"people" in item && item.people.length > 1 && (
          <CopyButton text={item.people.map(nameOf).join("\n")} what={t`the names`} />
        )}
        <Button size="sm" onClick={onDone}>
          <Trans>
            Done
            <VisuallyHidden> with: {title}</VisuallyHidden>
          </Trans>
        </Button>
      </div>
    </li>
  );
}

// ── What was done, in this browser ────────────────────────────────────────────────────────────

/** The reading of the time, by item. */
type Done = Record<string, string | null | undefined>;

const doneSchema = z.record(z.string(), z.nullable(z.string()));
const keyOf = (corporationId: number) => `muster.drift.${corporationId}`;

const readDone = (corporationId: number): Done =>
  doneSchema.safeParse(readStoredJson("local", keyOf(corporationId), {})).data ?? {};
