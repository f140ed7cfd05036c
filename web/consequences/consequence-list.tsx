import { useQuery } from "@tanstack/react-query";
import type { UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Act, Consequence, Consequences } from "#shared/consequences.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { ConsequenceItem } from "./consequence-item.tsx";
import { ALWAYS, consequenceText, namesText, UNDONE } from "./texts.ts";

type ConsequenceListProps<Key extends readonly unknown[]> = {
  act: Act;
  query: UseQueryOptions<Consequences, Error, Consequences, Key>;
};

/** Who is concerned by an act, what follows, and until when it can be undone: read when its dialog opens. */
export function ConsequenceList<Key extends readonly unknown[]>({
  act,
  query,
}: ConsequenceListProps<Key>) {
  const { data, isError, refetch } = useQuery(query);
  return (
    <section
      aria-label="Consequences"
      className="grid divide-y divide-line-faint rounded-control border border-line px-3.5 text-sm"
    >
      {isError ? (
        <output className="flex flex-wrap items-center justify-between gap-2 py-2.5">
          <span className="text-text-2">What follows could not be loaded.</span>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </output>
      ) : data === undefined ? (
        <SkeletonRegion label="Loading what follows">
          <div className="grid gap-2.5 py-3">
            <Skeleton className="h-3.5 w-48 max-w-3/5" />
            <Skeleton className="h-3.5 w-72 max-w-4/5" />
            <Skeleton className="h-3.5 w-56 max-w-3/5" />
          </div>
        </SkeletonRegion>
      ) : (
        <>
          <Part title="Who">
            <People people={data.people} />
          </Part>
          <Part title="What follows">
            <ul className="grid gap-1.5">
              {ALWAYS[act].map((text) => (
                <ConsequenceItem key={text}>{text}</ConsequenceItem>
              ))}
              {data.follows.map((one) => (
                <ConsequenceItem key={one.kind}>
                  <Told consequence={one} />
                </ConsequenceItem>
              ))}
            </ul>
          </Part>
        </>
      )}
      <Part title="Undo">
        <span className="text-text-2">{UNDONE[act]}</span>
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid items-baseline gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[5.75rem_minmax(0,1fr)]">
      <h3 className="font-ui text-sm font-normal tracking-normal text-text-2">{title}</h3>
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

function People({ people: { count, names } }: Pick<Consequences, "people">) {
  if (count === 0) return "Nobody";
  return (
    <Sentence
      pieces={namesText(
        names.map((name) => name ?? UNKNOWN_USER),
        count,
      )}
    />
  );
}

function Told({ consequence }: { consequence: Consequence }) {
  const { names, count } = consequence;
  return (
    <>
      {consequenceText(consequence)}
      {names.length > 0 && (
        <span className="block text-text-2">
          <Sentence isPlain pieces={namesText(names, count)} />
        </span>
      )}
    </>
  );
}
