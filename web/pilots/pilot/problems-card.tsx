import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import type { ReactNode } from "react";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { paths } from "#web/lib/paths.ts";
import CauseLine from "#web/repairs/cause-line.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EveMoment, RelativeTime, TimeLeft } from "#web/ui/time.tsx";

/** What is wrong, and what would repair it. Nothing if all is well. */
export function ProblemsCard({ pilot }: { pilot: PilotDetail }) {
  const lost = pilot.characters.filter(({ token }) => token === "revoked");
  const ending = pilot.groups.filter(({ problem }) => problem?.graceEndsAt != null);
  const { suspension, areRightsWithheld } = pilot;
  const count =
    lost.length + ending.length + Number(suspension !== null) + Number(areRightsWithheld);
  if (count === 0) return null;
  return (
    <Card
      isFlush
      className="border-warn-dim"
      title={
        <span className="flex items-center gap-2 text-warn">
          <Icon name="alert" />{" "}
          {plural(count, { one: "# thing needs attention", other: "# things need attention" })}
        </span>
      }
      actions={
        lost.length > 0 && (
          <CopyButton
            text={new URL(paths.dashboard, location.origin).href}
            what={t`to the page where the player authorizes again`}
          >
            {t`Copy link to authorize again`}
          </CopyButton>
        )
      }
    >
      <ul>
        {suspension !== null && (
          <Item>
            {suspension.until === null ? (
              <Trans>
                Suspended: <bdi>{ph({ reason: suspension.reason })}</bdi>
              </Trans>
            ) : (
              <Trans>
                Suspended until <EveMoment at={suspension.until} />:{" "}
                <bdi>{ph({ reason: suspension.reason })}</bdi>
              </Trans>
            )}
          </Item>
        )}
        {areRightsWithheld && (
          <Item>
            <Trans>
              Administrator rights are withheld: the owner of a configured character has changed.
            </Trans>
          </Item>
        )}
        {lost.map(({ characterId, characterName, tokenSince }) => (
          <Item key={characterId}>
            {tokenSince === null ? (
              <Trans>
                <bdi className="font-medium">{characterName}</bdi> lost its authorization.
              </Trans>
            ) : (
              <Trans>
                <bdi className="font-medium">{characterName}</bdi> lost its authorization{" "}
                <RelativeTime at={tokenSince} />.
              </Trans>
            )}
          </Item>
        ))}
        {ending.map(({ groupId, groupName, problem }) => (
          <Item key={groupId}>
            {problem?.isHeld ? (
              <Trans>
                The membership of <bdi className="font-medium">{groupName}</bdi> ends once an
                administrator releases the removal.
              </Trans>
            ) : (
              <Trans>
                The membership of <bdi className="font-medium">{groupName}</bdi> ends{" "}
                <EveMoment at={problem?.graceEndsAt ?? ""} />, in{" "}
                <TimeLeft until={problem?.graceEndsAt ?? ""} />.
              </Trans>
            )}
            {sentenceGap()}
            <CauseLine causes={problem?.causes ?? []} viewpoint="other" />
          </Item>
        ))}
      </ul>
    </Card>
  );
}

function Item({ children }: { children: ReactNode }) {
  return (
    <li className="border-t border-line-faint px-4 py-2.5 wrap-anywhere text-text-2 first:border-t-0">
      {children}
    </li>
  );
}
