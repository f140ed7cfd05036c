import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { Message } from "#shared/language/messages.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import type { User } from "#shared/session.ts";
import { msg, ph, plural, t, Trans } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { waitingQuery } from "#web/lib/api/queries.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton, Spinner } from "#web/ui/button.tsx";
import { useCombobox } from "#web/ui/form/use-combobox.ts";
import { Kbd } from "#web/ui/text.tsx";
import { entriesAbout, knownSections, nearSections, reworded } from "./entries.ts";
import type { Entry, PaletteSection, Step, Subject } from "./entries.ts";
import { firstSections, noResults } from "./first-sections.ts";
import { matching } from "./match.ts";
import { PaletteList } from "./palette-list.tsx";
import { readRecent } from "./recent.ts";
import type { SubjectKind } from "./settings.ts";
import { useFound } from "./use-found.ts";

/** Names in EVE and searches are shorter. */
const MAX_TYPED = 64;

type PaletteProps = {
  user: User | null;
  /** While this code loaded. */
  typedEarly: string;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
};

/** What the field asks for after a choice: which one, or what to do with this one. */
type Scope = { step: Step } | { subject: Subject };

/** One field that finds pilots, groups, pages, settings and actions: a dialog with the combobox pattern of WAI-ARIA. */
export default function Palette({ user, typedEarly, onChoose, onClose }: PaletteProps) {
  const [typed, setTyped] = useState(typedEarly.slice(0, MAX_TYPED));
  const [scope, setScope] = useState<Scope>();
  const [recent] = useState(() => readRecent(user?.id ?? "").map(reworded));
  const [onPage] = useState(pageActions);
  const { data: waiting } = useQuery(waitingQuery);
  const step = scope && "step" in scope ? scope.step : undefined;
  const subject = scope && "subject" in scope ? scope.subject : undefined;
  const found = useFound(user, subject === undefined ? typed : "", step);
  const nowhere = noResults(user, typed);
  const sections = sectionsShown();
  const entries = sections.flatMap((section) => section.entries);
  const combobox = useCombobox({
    count: entries.length,
    onChoose: (index) => {
      const entry = entries[index];
      if (entry) choose(entry);
    },
  });
  const chosen = entries[combobox.active];
  const isNothingFound = entries.length === 0 || sections === nowhere;

  function sectionsShown(): PaletteSection[] {
    if (step !== undefined) return found.sections;
    if (subject !== undefined) {
      const about = matching(entriesAbout(subject), typed);
      return about.length === 0 ? [] : [{ title: subject.name, entries: about }];
    }
    const known = knownSections(user, typed, onPage);
    if (typed.trim() === "") return [...firstSections(user, recent, waiting), ...known];
    // What was there when the typing began stays on top, unless nothing was.
    const isFinal = !found.isSearching || found.failed !== undefined;
    const all = [
      ...known,
      ...found.sections,
      ...(isFinal ? nearSections(user, typed, onPage) : []),
    ];
    return all.length > 0 || found.isSearching || found.failed ? all : nowhere;
  }

  function type(text: string) {
    setTyped(text);
    combobox.restart();
  }
  function ask(next: Scope | undefined) {
    setScope(next);
    type("");
  }
  function choose(entry: Entry, isSheet = false) {
    if ("step" in entry) ask({ step: entry.step });
    else if ("type" in entry) type(entry.type);
    else if (isSheet && entry.sheet !== undefined)
      onChoose({ key: entry.sheet, text: entry.text, icon: "person", to: entry.sheet });
    else onChoose(entry);
  }
  function onKeyDown(event: KeyboardEvent) {
    const isSheet = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (event.key === "Backspace" && typed === "" && scope) ask(undefined);
    else if (isSheet && chosen) choose(chosen, true);
    else if (event.key === "Tab" && !event.shiftKey && !scope && chosen?.subject)
      ask({ subject: chosen.subject });
    else return combobox.onKeyDown(event);
    event.preventDefault();
    return true;
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-scrim" />
        <Dialog.Popup className="fixed top-[11dvh] left-1/2 z-20 flex max-h-[min(36rem,78dvh)] w-[calc(100vw-1rem)] max-w-168 -translate-x-1/2 flex-col overflow-hidden rounded-dialog border border-line bg-overlay shadow-overlay max-md:inset-0 max-md:max-h-none max-md:w-full max-md:translate-0 max-md:rounded-none max-md:border-0">
          <Dialog.Title className="sr-only">{t`Search`}</Dialog.Title>
          <div className="flex items-center gap-3 border-b border-line-faint px-4 text-text-2 focus-within:border-signal">
            {found.isSearching ? <Spinner /> : <Icon name="search" />}
            {scope && (
              <span className="max-w-[50%] shrink-0 truncate rounded-control bg-signal-dim px-2 py-0.5 text-sm text-signal">
                <bdi>{step?.label ?? subject?.name}</bdi>
              </span>
            )}
            <input
              type="text"
              aria-label={labelOf(scope)}
              {...combobox.field}
              autoCapitalize="off"
              enterKeyHint="go"
              placeholder={placeholderOf(scope, user)}
              maxLength={MAX_TYPED}
              value={typed}
              onChange={(event) => type(event.target.value)}
              onKeyDown={onKeyDown}
              className="h-13 min-w-0 flex-1 bg-transparent text-lg text-text-1 outline-none"
            />
            <IconButton icon="close" label={t`Close`} size="sm" onClick={onClose} />
          </div>
          {isNothingFound && !found.isSearching && !found.failed && (
            <div className="px-4 pt-8 pb-6 text-center text-text-2">
              <p className="wrap-anywhere text-text-1">
                <Trans>No results for “{ph({ typed: typed.trim() })}”.</Trans>
              </p>
              <p className="mt-1 text-sm">
                <Trans>
                  Names are found by the start of any word, {SEARCH_MIN_LENGTH} letters at least.
                </Trans>
              </p>
            </div>
          )}
          <PaletteList
            sections={sections}
            combobox={combobox}
            typed={subject === undefined ? typed : ""}
          />
          {found.failed && (
            <p role="alert" className="border-t border-line-faint px-4 py-3 text-sm text-danger">
              {found.failed}
            </p>
          )}
          <KeyHints entry={chosen} isScoped={scope !== undefined} />
          <output className="sr-only">
            {found.isSearching
              ? t`Searching...`
              : plural({ count: entries.length }, { one: "# result", other: "# results" })}
          </output>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const WHICH: Record<SubjectKind, Message> = {
  pilot: msg`Which pilot?`,
  group: msg`Which group?`,
  server: msg`Which server?`,
  corporation: msg`Which corporation?`,
  application: msg`Which application?`,
};

function labelOf(scope: Scope | undefined): string {
  if (scope === undefined) return t`Search pilots, groups, pages and actions`;
  return "step" in scope
    ? say(WHICH[scope.step.kind])
    : t`What can be done with ${ph({ name: scope.subject.name })}`;
}

function placeholderOf(scope: Scope | undefined, user: User | null): string {
  if (scope === undefined) {
    return user?.is_admin ? t`Pilot, group, setting, action...` : t`Search pilots, groups, actions`;
  }
  return "step" in scope ? say(WHICH[scope.step.kind]) : t`What to do?`;
}

/** Buttons, and links that look like buttons, but for those that stand beside each name of a list. */
const ACTIONS = "main :is(button, a.control):not(.pilot-picture, .pilot-action)";
/** Labels of rows can be long; a longer text is not the label of an action. */
const MAX_LABEL = 120;

/** What can be done on the page behind the palette: its buttons, each label once. */
function pageActions(): Entry[] {
  const entries = new Map<string, Entry>();
  for (const element of document.querySelectorAll<HTMLElement>(ACTIONS)) {
    const text = (element.ariaLabel ?? element.textContent).replaceAll(/\s+/g, " ").trim();
    const isUsable = element.ariaDisabled !== "true" && element.checkVisibility();
    if (text === "" || text.length > MAX_LABEL || !isUsable || entries.has(text)) continue;
    entries.set(text, { key: `page ${text}`, text, icon: "chevron", press: element });
  }
  return [...entries.values()];
}

type KeyHintsProps = { entry: Entry | undefined; isScoped: boolean };

/** What the keys do with the chosen line. A phone has none. */
function KeyHints({ entry, isScoped }: KeyHintsProps) {
  return (
    <div
      aria-hidden="true"
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line-faint px-4 py-2 text-sm text-text-2 max-md:hidden"
    >
      <Hint keys={["↑", "↓"]}>{t`choose`}</Hint>
      <Hint keys={["↵"]}>{entry?.sheet === undefined ? t`open` : t`admin page`}</Hint>
      {entry?.sheet !== undefined && <Hint keys={[t`Ctrl ↵`]}>{t`sheet`}</Hint>}
      {isScoped && <Hint keys={["⌫"]}>{t`back`}</Hint>}
      {!isScoped && entry?.subject !== undefined && (
        <span className="ml-auto">
          <Hint keys={["Tab"]}>{t`what can be done`}</Hint>
        </span>
      )}
    </div>
  );
}

function Hint({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  );
}
