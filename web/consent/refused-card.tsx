import { Trans, ph, t } from "#web/language/macros.ts";
import type { ConsentQuestion } from "#shared/applications/consent.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ConsentActions, ConsentFrame, OtherAccount } from "./consent-frame.tsx";
import { awaitMembership } from "./kept-request.ts";

type RefusedCardProps = {
  question: Extract<ConsentQuestion, { state: "refused" }>;
  onLeave: () => void;
};

/** The application requires a group that the user is not in: why, one way in, and nothing was sent. */
export function RefusedCard({ question, onLeave }: RefusedCardProps) {
  const { application, group } = question;
  const { main } = useSession();
  return (
    <ConsentFrame
      isRefused
      title={
        group === null ? (
          <Trans>
            <bdi>{ph({ applicationName: application.name })}</bdi> is not open to you
          </Trans>
        ) : (
          <Trans>
            <bdi>{ph({ applicationName: application.name })}</bdi> is for members of{" "}
            <bdi>{ph({ groupName: group.name })}</bdi>
          </Trans>
        )
      }
      pageTitle={t`Not a member · ${ph({ applicationName: application.name })}`}
      characterId={main?.characterId ?? null}
      subtitle={
        <p>
          <NotIn mainName={main?.characterName} isGroupKnown={group !== null} />{" "}
          <Trans>
            Nothing was sent to <bdi>{ph({ applicationName: application.name })}</bdi>.
          </Trans>
        </p>
      }
    >
      <ConsentActions>
        {group === null ? (
          <ButtonLink variant="primary" size="lg" to={paths.access}>
            {t`See what is within reach`}
          </ButtonLink>
        ) : (
          <ButtonLink
            variant="primary"
            size="lg"
            to={paths.group(group.id)}
            onClick={() =>
              awaitMembership({ groupId: group.id, applicationName: application.name })
            }
          >
            <span className="truncate">
              {group.canAsk ? (
                <Trans>
                  Ask to join <bdi>{ph({ groupName: group.name })}</bdi>
                </Trans>
              ) : (
                <Trans>
                  See <bdi>{ph({ groupName: group.name })}</bdi>
                </Trans>
              )}
            </span>
          </ButtonLink>
        )}
        <Button onClick={onLeave}>
          <Trans>Go back to {ph({ host: application.host })}</Trans>
        </Button>
        <p className="text-center text-xs text-text-2">
          <Trans>
            Signed in with the wrong character? <OtherAccount>Use another account</OtherAccount>
          </Trans>
        </p>
      </ConsentActions>
    </ConsentFrame>
  );
}

function NotIn({
  mainName,
  isGroupKnown,
}: {
  mainName: string | undefined;
  isGroupKnown: boolean;
}) {
  if (mainName === undefined) {
    return isGroupKnown ? t`You are not in it.` : t`You are not in the group that it requires.`;
  }
  return isGroupKnown ? (
    <Trans>
      You, <bdi>{mainName}</bdi>, are not in it.
    </Trans>
  ) : (
    <Trans>
      You, <bdi>{mainName}</bdi>, are not in the group that it requires.
    </Trans>
  );
}
