/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- The focus stays in the field, as the combobox pattern has it; the keys are the field's. */
import { Portrait } from "#web/eve/images.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Combobox } from "#web/ui/form/use-combobox.ts";
import type { Entry, Section } from "./places.ts";

type PaletteListProps = { sections: readonly Section[]; combobox: Combobox };

export function PaletteList({ sections, combobox }: PaletteListProps) {
  return (
    <div
      {...combobox.list}
      aria-label="Results"
      className="min-h-0 overflow-y-auto overscroll-contain px-2 pb-2 empty:hidden"
    >
      {sections.map(({ title, entries }, sectionIndex) => (
        <div key={title} role="group" aria-label={title}>
          <p
            aria-hidden="true"
            className="px-2 pt-3 pb-1 text-2xs font-medium tracking-wider text-text-2 uppercase"
          >
            {title}
          </p>
          {entries.map((entry, entryIndex) => {
            const index = countBefore(sections, sectionIndex) + entryIndex;
            return (
              <div
                key={entry.key}
                {...combobox.option(index)}
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 text-text-2 aria-selected:bg-surface-3 aria-selected:text-text-1 aria-selected:inset-shadow-nav max-md:min-h-11"
              >
                <EntryContent entry={entry} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function EntryContent({ entry: { characterId, icon, text, hint } }: { entry: Entry }) {
  return (
    <>
      <span className="grid size-6 shrink-0 place-items-center">
        {characterId === undefined ? (
          <Icon name={icon} />
        ) : (
          <Portrait characterId={characterId} size={24} />
        )}
      </span>
      <bdi className="min-w-0 flex-1 truncate text-left">{text}</bdi>
      {hint && <span className="shrink-0 text-sm text-text-2">{hint}</span>}
    </>
  );
}

/** How many entries the sections before this one have. */
function countBefore(sections: readonly Section[], index: number): number {
  return sections.slice(0, index).reduce((count, { entries }) => count + entries.length, 0);
}
