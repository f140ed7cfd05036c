import { Trans, ph, t } from "#web/language/macros.ts";
import type { FactAboutUser } from "#shared/pilots/access.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import { serverNow } from "#web/lib/clock.ts";
import { valueText } from "#web/requirements-text/told-text.ts";
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
                {ph({
                  value: fact.unknown === null ? valueText(fact.value, serverNow()) : t`unknown`,
                })}
              </Trans>
            </p>
            {fact.unknown !== null && (
              <p className="text-sm wrap-anywhere">
                <WhyUnknown applicationName={fact.applicationName} reason={fact.unknown} />
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

type WhyUnknownProps = { applicationName: string; reason: UnknownReason };

/** Why the value does not count now. */
function WhyUnknown({ applicationName, reason }: WhyUnknownProps) {
  switch (reason) {
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
    case "too_old":
    case "never_read":
    case "missing_scope":
    case "no_authorization":
    case "authorization_unknown":
    case "no_director":
    case "eve_failed":
    case "suspended":
    case "unconfirmed":
    case "fleet_unread":
      return (
        <Trans>
          <bdi>{applicationName}</bdi> has sent nothing newer, and the last value is too old.
        </Trans>
      );
  }
}
