import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { CharacterAttributes, SectionState } from "#shared/characters.ts";
import { SectionAge, SectionWarning } from "#web/characters/character/section-note.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateOnly } from "#web/ui/time.tsx";

const NAMES = [
  ["intelligence", msg`Intelligence`],
  ["perception", msg`Perception`],
  ["memory", msg`Memory`],
  ["willpower", msg`Willpower`],
  ["charisma", msg`Charisma`],
] as const;
/** EVE's maximum: 27 from a remap and 10 from implants. */
const HIGHEST = 37;

type AttributesCardProps = {
  attributes: CharacterAttributes | null;
  state: SectionState | undefined;
};

export function AttributesCard({ attributes, state }: AttributesCardProps) {
  return (
    <Card isFlush title={t`Attributes`} actions={<SectionAge state={state} />}>
      <SectionWarning state={state} />
      {attributes ? (
        <dl className="grid grid-cols-[minmax(6.5rem,auto)_1fr_auto] gap-x-3 gap-y-2 p-4">
          {NAMES.map(([key, name]) => (
            <div key={key} className="col-span-3 grid grid-cols-subgrid items-center">
              <dt className="text-text-2">{say(name)}</dt>
              <dd aria-hidden="true" className="h-1 rounded-bar bg-surface-3">
                <span
                  className="block h-full rounded-bar bg-line-control"
                  style={{ width: `${Math.min(1, attributes[key] / HIGHEST) * 100}%` }}
                />
              </dd>
              <dd className="w-6 text-end font-display text-lg/none font-semibold tabular-nums">
                {attributes[key]}
              </dd>
            </div>
          ))}
          <div className="col-span-3 mt-1 flex justify-between border-t border-line-faint pt-3">
            <dt className="text-text-2">
              <Trans>Last remap</Trans>
            </dt>
            <dd>
              {attributes.lastRemapDate ? <DateOnly at={attributes.lastRemapDate} /> : t`Never`}
            </dd>
          </div>
          {attributes.bonusRemaps > 0 && (
            <div className="col-span-3 flex justify-between">
              <dt className="text-text-2">
                <Trans>Bonus remaps</Trans>
              </dt>
              <dd>
                <Trans>{ph({ bonusRemaps: attributes.bonusRemaps })} available</Trans>
              </dd>
            </div>
          )}
        </dl>
      ) : (
        <p className="p-4 text-text-2">
          <Trans>Not available</Trans>
        </p>
      )}
    </Card>
  );
}
