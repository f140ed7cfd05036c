import { fold } from "#shared/fold.ts";
import { t } from "#web/language/macros.ts";
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- The focus stays in the field, as the combobox pattern has it; the keys are the field's. */
import { CorporationLogo, Portrait } from "#web/eve/images.tsx";
import { cx } from "#web/lib/cx.ts";
import { foldedRange } from "#web/lib/found-words.ts";
import { formatDate } from "#web/lib/time.ts";
import type { Combobox } from "#web/ui/form/use-combobox.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { Entry, PaletteSection } from "./entries.ts";
import { searchWordsOf } from "./match.ts";
import "./palette.css";

type PaletteListProps = {
  sections: readonly PaletteSection[];
  combobox: Combobox;
  /** Its words are marked. */
  typed: string;
};

export function PaletteList({ sections, combobox, typed }: PaletteListProps) {
  const words = searchWordsOf(typed);
  return (
    <div
      {...combobox.list}
      aria-label={t`Results`}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2 empty:hidden"
    >
      {sections.map(({ title, entries }, sectionIndex) => (
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-2 pt-3 pb-1 text-2xs font-medium caps text-text-2">
            {title}
          </p>
          {entries.map((entry, entryIndex) => {
            const index = countBefore(sections, sectionIndex) + entryIndex;
            return (
              <div
                key={entry.key}
                {...combobox.option(index)}
                className={cx(
                  "flex cursor-pointer items-center gap-3 rounded-control px-2 text-text-2 aria-selected:bg-surface-3 aria-selected:text-text-1 aria-selected:inset-shadow-nav",
                  entry.isAnswer ? "min-h-16 py-2" : "min-h-10 max-md:min-h-11",
                  entry.on !== undefined && "palette-past",
                )}
              >
                <EntryContent entry={entry} words={words} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function EntryContent({ entry, words }: { entry: Entry; words: readonly string[] }) {
  const { text, detail, warning, hint, on, isAnswer = false } = entry;
  return (
    <>
      <Picture entry={entry} />
      <span
        className={cx(
          "min-w-0 flex-1 gap-x-2 text-start",
          isAnswer ? "grid" : "flex items-baseline *:truncate",
        )}
      >
        <bdi className={cx("text-text-1", isAnswer && "text-lg font-medium")}>
          <Marked text={text} words={words} />
          {on !== undefined && (
            <span className="palette-day ml-2 rounded-control px-1.5 py-0.5 text-sm font-normal">
              {formatDate(on)}
            </span>
          )}
        </bdi>{" "}
        {(detail !== undefined || warning !== undefined) && (
          <span className="text-sm text-text-2">
            {detail !== undefined && (
              <bdi>
                <Marked text={detail} words={words} />
              </bdi>
            )}
            {detail !== undefined && warning !== undefined && " · "}
            {warning !== undefined && <span className="text-warn">{warning}</span>}
          </span>
        )}
      </span>{" "}
      {hint && <span className="shrink-0 text-sm text-text-2">{hint}</span>}
    </>
  );
}

function Picture({
  entry: { characterId, corporationId, icon, isAnswer = false },
}: {
  entry: Entry;
}) {
  const size = isAnswer ? 56 : 24;
  return (
    <span className={cx("grid shrink-0 place-items-center", isAnswer ? "size-14" : "size-6")}>
      {characterId !== undefined ? (
        <Portrait characterId={characterId} size={size} />
      ) : corporationId !== undefined ? (
        <CorporationLogo corporationId={corporationId} size={size} />
      ) : (
        <Icon name={icon} />
      )}
    </span>
  );
}

/** The beginnings of words that were typed are underlined. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const start = startOf(text, words);
  if (start === undefined) return text;
  const [from, end] = foldedRange(text, start.at, start.length);
  return (
    <>
      {text.slice(0, from)}
      <mark className="palette-mark">{text.slice(from, end)}</mark>
      {text.slice(end)}
    </>
  );
}

/** Where in the folded text the first word that was typed stands, preferably at the beginning of a word. */
function startOf(text: string, words: readonly string[]) {
  const folded = fold(text);
  const word = words.find((candidate) => folded.includes(candidate));
  if (word === undefined) return undefined;
  const inside = folded.indexOf(` ${word}`);
  const at = folded.startsWith(word) ? 0 : inside === -1 ? folded.indexOf(word) : inside + 1;
  return { at, length: word.length };
}

/** How many entries the sections before this one have. */
function countBefore(sections: readonly PaletteSection[], index: number): number {
  return sections.slice(0, index).reduce((count, { entries }) => count + entries.length, 0);
}
