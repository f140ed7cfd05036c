import { t } from "#web/language/macros.ts";
import { fullStop } from "#shared/language/sentences.ts";
import { sentenceGap } from "#web/lib/enumerated.ts";
import { say, currentLanguage } from "#web/language/messages.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Act, Consequence, Consequences } from "#shared/consequences.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Sentence } from "#web/ui/sentence.tsx";
import { ConsequenceItem } from "./consequence-item.tsx";
import { consequenceText, namesText, WORDS } from "./texts.ts";

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
          {follows.map((one) => (
            <ConsequenceItem key={one.kind}>
              <Told consequence={one} />
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

export function ConsequenceFrame({ children }: { children: ReactNode }) {
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
  const shown = names.map((name) => name ?? say(UNKNOWN_USER));
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
