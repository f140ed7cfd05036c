import type { ConsentQuestion } from "#shared/applications/consent.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ConsentActions, ConsentFrame } from "./consent-frame.tsx";
import { OtherAccount } from "./other-account.tsx";

type RefusedCardProps = {
  question: Extract<ConsentQuestion, { state: "refused" }>;
  onLeave: () => void;
};

/** The application requires a group that the user is not in: why, one way in, and nothing was sent. */
export function RefusedCard({ question, onLeave }: RefusedCardProps) {
  const { application, group } = question;
  const { user } = useSession();
  const main = user?.characters.find(({ characterId }) => characterId === user.mainCharacterId);
  return (
    <ConsentFrame
      isRefused
      title={
        group === null ? (
          <>
            <bdi>{application.name}</bdi> is not open to you
          </>
        ) : (
          <>
            <bdi>{application.name}</bdi> is for members of <bdi>{group.name}</bdi>
          </>
        )
      }
      pageTitle={`Not a member · ${application.name}`}
      characterId={main?.characterId ?? null}
      subtitle={
        <p>
          {main ? (
            <>
              You, <bdi>{main.characterName}</bdi>, are
            </>
          ) : (
            "You are"
          )}{" "}
          not in {group === null ? "the group that it requires" : "it"}. Nothing was sent to{" "}
          <bdi>{application.name}</bdi>.
        </p>
      }
    >
      <ConsentActions>
        {group === null ? (
          <ButtonLink variant="primary" size="lg" to={paths.access}>
            See what is within reach
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" size="lg" to={paths.group(group.id)}>
            <span className="truncate">
              {group.canAsk ? "Ask to join" : "See"} <bdi>{group.name}</bdi>
            </span>
          </ButtonLink>
        )}
        <Button onClick={onLeave}>Go back to {application.host}</Button>
        <p className="text-center text-xs text-text-2">
          Signed in with the wrong character? <OtherAccount>Use another account</OtherAccount>
        </p>
      </ConsentActions>
    </ConsentFrame>
  );
}
