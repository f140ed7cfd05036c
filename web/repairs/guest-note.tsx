import { Trans, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { useSiteName } from "#web/lib/site-name.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";

/** For guests of the community: what they see, and the group that would change it. */
export function GuestNote() {
  const { user } = useSession();
  const siteName = useSiteName();
  if (!user?.guest) return null;
  const { groupId, groupName } = user.guest;
  return (
    <Alert
      title={t`You are a guest of ${siteName}`}
      action={
        groupId !== null && (
          <ButtonLink size="sm" to={paths.group(groupId)}>
            {t`What is missing`}
          </ButtonLink>
        )
      }
    >
      {t`You see your own characters and the groups that are open to guests.`}
      {sentenceGap()}
      {groupName === null ? (
        t`Members of the community see more.`
      ) : (
        <Trans>
          Members of <bdi className="font-medium">{groupName}</bdi> see all groups and other pilots.
        </Trans>
      )}
    </Alert>
  );
}
