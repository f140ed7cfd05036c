import { Trans, t } from "#web/language/macros.ts";
import { useQuery, queryOptions } from "@tanstack/react-query";
import { messageOf } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { fullStop } from "#shared/language/messages.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { say, currentLanguage } from "#web/language/messages.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Act, Consequence, Consequences } from "#shared/consequences.ts";
import { userName } from "#web/lib/labels.ts";
import { Sentence } from "#web/ui/text.tsx";
import { consequenceText, namesText, WORDS } from "./texts.ts";
import { api, body } from "#web/lib/api/api.ts";

/** The acts whose consequences are read: a page that lists drift knows them already. */
type AskedAct = Exclude<Act, "drift">;

/** What would follow now: read again whenever a dialog opens. */
function consequencesQuery(act: AskedAct, id: string) {
  return queryOptions({
    queryKey: ["consequences", act, id],
    queryFn: (): Promise<Consequences> =>
      act === "group"
        ? body(api.groups[":id"].consequences.$get({ param: { id } }))
        : body(api.admin.consequences.$get({ query: { act, id } })),
    staleTime: 0,
    gcTime: 0,
  });
}

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

type ConsequenceListProps = {
  act: Act;
  /** What the act is about, for the way to what can be undone; without it, none is shown. */
  id?: string;
  consequences: Consequences;
  /** Follows a link out of the dialog. */
  onLeave: () => void;
};

/** Who is concerned by an act, what follows, and until when it can be undone: the form of every such question. */
export function ConsequenceList({ act, id, consequences, onLeave }: ConsequenceListProps) {
  const { people, follows } = consequences;
  const { always, undo, instead } = WORDS[act];
  return (
    <ConsequenceFrame>
      {people !== null && (
        <Part title={t`Who`}>
          <People act={act} people={people} />
        </Part>
      )}
      <Part title={t`What follows`}>
        <ul className="grid gap-1.5">
          {always.map((text) => (
            <ConsequenceItem key={text.id}>{say(text)}</ConsequenceItem>
          ))}
          {follows.map((consequence) => (
            <ConsequenceItem key={consequence.kind}>
              <Told consequence={consequence} />
            </ConsequenceItem>
          ))}
        </ul>
      </Part>
      <Part title={t({ context: "heading", message: "Undo" })}>
        <span className="text-text-2">
          {say(undo)}
          {instead && id !== undefined && (
            <>
              {sentenceGap()}
              {say(instead.text)}{" "}
              <Link className="link" to={instead.to(id)} onClick={onLeave}>
                {say(instead.label)}
              </Link>
              {fullStop(currentLanguage())}
            </>
          )}
        </span>
      </Part>
    </ConsequenceFrame>
  );
}

function ConsequenceFrame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label={t`Consequences`}
      className="grid divide-y divide-line-faint rounded-control border border-line px-3.5 text-sm"
    >
      {children}
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

type PeopleProps = { act: Act; people: NonNullable<Consequences["people"]> };

function People({ act, people: { names, more } }: PeopleProps) {
  const { nobody } = WORDS[act];
  if (names.length + more === 0) return nobody && say(nobody);
  const shown = names.map((name) => userName(name));
  return <Sentence pieces={namesText(shown, more)} />;
}

function Told({ consequence }: { consequence: Consequence }) {
  const { names, more } = consequence;
  return (
    <>
      {consequenceText(consequence)}
      {names.length > 0 && (
        <span className="block text-text-2">
          <Sentence isPlain pieces={namesText(names, more)} />
        </span>
      )}
    </>
  );
}

/** One line of what follows from an act. */
export function ConsequenceItem({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-2 before:text-text-2 before:content-['–']">
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
