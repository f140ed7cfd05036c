import { Trans, ph, t } from "#web/language/macros.ts";
import type { FactAboutUser } from "#shared/pilots/access.ts";
import { serverNow } from "#web/lib/clock.ts";
import { eveDay } from "#web/lib/time.ts";
import { Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

/** What applications tell about the user, when, and whom to ask. */
export default function OwnFactsCard({ facts }: { facts: readonly FactAboutUser[] }) {
  return (
    <Card isFlush title={t`What applications say about you`}>
      <ul className="divide-y divide-line-faint">
        {facts.map((fact) => (
          <li key={fact.factId} className="px-4 py-2.5">
            <p className="font-medium wrap-anywhere">
              <Trans>
                <bdi>{fact.title}</bdi>:{" "}
                {ph({ value: fact.unknown === null ? shown(fact.value) : t`unknown` })}
              </Trans>
            </p>
            {fact.unknown !== null && (
              <p className="text-sm wrap-anywhere">
                <WhyUnknown fact={fact} />
              </p>
            )}
            <p className="text-sm wrap-anywhere text-text-2">
              <Trans>
                Says <bdi>{fact.applicationName}</bdi>, <RelativeTime at={fact.asOf} />
              </Trans>
              {fact.askName !== null && (
                <>
                  {" · "}
                  <Trans>
                    Ask <bdi>{fact.askName}</bdi>
                  </Trans>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {facts.some(({ unknown }) => unknown !== null) && (
        <p className="border-t border-line-faint px-4 py-2.5 text-sm text-text-2">
          <Trans>An unknown value neither gives you a group nor takes one away.</Trans>
        </p>
      )}
    </Card>
  );
}

/** Why the value does not count now. */
function WhyUnknown({ fact: { unknown, applicationName } }: { fact: FactAboutUser }) {
  switch (unknown) {
    case "source_off":
      return (
        <Trans>
          <bdi>{applicationName}</bdi> is switched off.
        </Trans>
      );
    case "contradictory":
      return (
        <Trans>
          <bdi>{applicationName}</bdi> sent two values for the same time. The next value counts.
        </Trans>
      );
    case "value_ended":
      return t`The value has ended.`;
    default:
      return (
        <Trans>
          <bdi>{applicationName}</bdi> has sent nothing newer, and the last value is too old.
        </Trans>
      );
  }
}

function shown(value: FactAboutUser["value"]): string {
  if (typeof value === "boolean") return value ? t`yes` : t`no`;
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) {
    return eveDay(value, serverNow());
  }
  return String(value);
}
