import { Trans, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { Link } from "react-router";
import type { OwnShare } from "#shared/pilots/access.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { paths } from "#web/lib/paths.ts";
import { SECTION_LABELS } from "#web/memberships/words.ts";
import { Card } from "#web/ui/card.tsx";
import { EveDay } from "#web/ui/time.tsx";

/** What reviewers of requests can look at now, until when, and where to stop it. */
export default function SharesCard({ shares }: { shares: readonly OwnShare[] }) {
  return (
    <Card isFlush title={t`Shared with reviewers`}>
      <ul className="divide-y divide-line-faint">
        {shares.map(({ requestId, groupName, sections, until }) => (
          <li key={requestId} className="px-4 py-2.5">
            <p className="font-medium wrap-anywhere">
              <Link to={paths.ownRequest(requestId)}>
                <bdi>{groupName ?? t`Your request`}</bdi>
              </Link>
            </p>
            <p className="text-sm text-text-2">
              {enumerated(sections.map((section) => say(SECTION_LABELS[section])))}
              {" · "}
              <Trans>
                Until <EveDay at={until} />, or until you leave the group
              </Trans>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
