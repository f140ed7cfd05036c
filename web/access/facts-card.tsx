import { t, Trans } from "#web/language/macros.ts";
import type { FactAboutUser } from "#shared/pilots/access.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { eveDay } from "#web/lib/time/time.ts";
import { Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

/** What applications tell about the user, when, and whom to ask. */
export default function FactsCard({ facts }: { facts: readonly FactAboutUser[] }) {
  return (
    <Card isFlush title={t`What applications tell about you`}>
      <ul className="divide-y divide-line-faint">
        {facts.map(({ factId, title, applicationName, value, unknown, asOf, askName }) => (
          <li key={factId} className="px-4 py-2.5">
            <p className="font-medium wrap-anywhere">
              <bdi>{title}</bdi>: {unknown === null ? shown(value) : t`unknown`}
            </p>
            <p className="text-sm wrap-anywhere text-text-2">
              <Trans>
                Says <bdi>{applicationName}</bdi>
              </Trans>
              , <RelativeTime at={asOf} />
              {askName !== null && (
                <>
                  {" · "}
                  <Trans>
                    Ask <bdi>{askName}</bdi>
                  </Trans>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function shown(value: FactAboutUser["value"]): string {
  if (typeof value === "boolean") return value ? t`yes` : t`no`;
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) {
    return eveDay(value, serverNow());
  }
  return String(value);
}
