import { Plural, t, Trans } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import type { Fact } from "#shared/facts.ts";
import { HOUR_MS } from "#shared/time.ts";
import { serverNow } from "#web/lib/clock.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { LastTime, RelativeTime } from "#web/ui/time.tsx";
import { kindText, factsQuery } from "./facts.ts";

const FactDialog = lazy(async () => ({ default: (await import("./fact-dialogs.tsx")).FactDialog }));
const RemoveFactDialog = lazy(async () => ({
  default: (await import("./fact-dialogs.tsx")).RemoveFactDialog,
}));

/** What the application tells about pilots, and of how many it is not known. */
export default function FactsCard({ application: { id } }: { application: Application }) {
  const { data, isPending, refetch } = useQuery(factsQuery(id));
  const [isDeclaring, setIsDeclaring] = useState(false);
  const [changed, setChanged] = useState<Fact>();
  const [removed, setRemoved] = useState<Fact>();
  return (
    <Card
      isFlush
      title={t`Facts`}
      actions={
        <Button size="sm" onClick={() => setIsDeclaring(true)}>
          {t`Declare fact`}
        </Button>
      }
    >
      {isPending ? (
        <RowsSkeleton label={t`Loading the facts`} rows={2} />
      ) : !data ? (
        <LoadFailed title={t`The facts could not be loaded`} onRetry={refetch} />
      ) : data.items.length === 0 ? (
        <p className="px-4 py-3 text-text-2">
          <Trans>
            No facts yet. A program sends what Muster cannot read itself, and requirements can ask
            for it.
          </Trans>
        </p>
      ) : (
        <>
          <Late facts={data.items} />
          <ul aria-label={t`Facts`} className="divide-y divide-line-faint">
            {data.items.map((fact) => (
              <FactRow
                key={fact.id}
                fact={fact}
                onChange={() => setChanged(fact)}
                onRemove={() => setRemoved(fact)}
              />
            ))}
          </ul>
        </>
      )}
      <Suspense>
        {(isDeclaring || changed) && (
          <FactDialog
            applicationId={id}
            fact={changed}
            onClose={() => {
              setIsDeclaring(false);
              setChanged(undefined);
            }}
          />
        )}
        {removed && (
          <RemoveFactDialog
            applicationId={id}
            fact={removed}
            onClose={() => setRemoved(undefined)}
          />
        )}
      </Suspense>
    </Card>
  );
}

/** When the application last told one of the facts that are late, and what follows. */
function Late({ facts }: { facts: readonly Fact[] }) {
  const since = facts
    .filter(isLate)
    .map(({ asOf }) => asOf ?? "")
    .toSorted()
    .at(-1);
  if (since === undefined) return null;
  return (
    <div className="px-4 pt-3">
      <Alert tone="warn">
        <Trans>
          Late: last sent <RelativeTime at={since} />. Late values are unknown: no one gets in and
          no one is removed because of them.
        </Trans>
      </Alert>
    </div>
  );
}

const isLate = ({ asOf, maxAgeHours }: Fact): boolean =>
  asOf !== null && serverNow() - Date.parse(asOf) > maxAgeHours * HOUR_MS;

type FactRowProps = { fact: Fact; onChange: () => void; onRemove: () => void };

function FactRow({ fact, onChange, onRemove }: FactRowProps) {
  const { title, key, kind, writtenAt, pilots, late, unknown, usedBy } = fact;
  const isUsed = usedBy.length > 0;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          <bdi>{title}</bdi> <code className="text-sm text-text-2">{key}</code>
          {isLate(fact) && <Chip tone="warn">{t`Late`}</Chip>}
        </p>
        <p className="text-sm text-text-2">
          {kindText(kind)} ·{" "}
          {isUsed ? (
            <Plural
              value={{ groups: usedBy.length }}
              one="used by # group"
              other="used by # groups"
            />
          ) : (
            t`used by no group`
          )}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <div className="text-end text-sm">
          <p>
            <LastTime at={writtenAt} never={t`Never written`} />
          </p>
          <p className="text-text-2">
            <Plural value={{ pilots }} one="# pilot has a value" other="# pilots have a value" />
            {late > 0 && (
              <>
                {" · "}
                <Plural value={{ late }} one="# late" other="# late" />
              </>
            )}
          </p>
          <p className="text-text-2">
            <Plural value={{ unknown }} one="unknown for # pilot" other="unknown for # pilots" />
          </p>
        </div>
        <span className="flex gap-1">
          <IconButton icon="edit" size="sm" label={t`Change ${title}`} onClick={onChange} />
          <IconButton icon="trash" size="sm" label={t`Delete ${title}`} onClick={onRemove} />
        </span>
      </div>
    </li>
  );
}
