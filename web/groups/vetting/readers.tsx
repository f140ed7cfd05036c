import { Plural, Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { GroupForm } from "#shared/groups/forms.ts";
import { Portrait } from "#web/eve/images.tsx";
import { ROLE_LABELS, UNKNOWN_USER } from "#web/lib/labels.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Who reads what an applicant answers and shares. */
export function Readers({ reviewers }: { reviewers: GroupForm["reviewers"] }) {
  const { managers, group } = reviewers;
  return (
    <Card title={t`Who may read it`}>
      <ul className="grid gap-2">
        {managers.map(({ userId, mainCharacterId, name, role }) => (
          <li key={userId} className="flex items-center gap-2">
            {mainCharacterId !== null && <Portrait characterId={mainCharacterId} size={24} />}
            <bdi className="font-medium wrap-anywhere">{name ?? say(UNKNOWN_USER)}</bdi>
            <span className="text-sm text-text-2">{say(ROLE_LABELS[role])}</span>
          </li>
        ))}
        {group !== null && (
          <li className="flex items-center gap-2">
            <Icon name="group" />
            <span>
              {group.name === null || group.memberCount === null ? (
                <Trans>Members of a group that you do not see</Trans>
              ) : (
                <Trans>
                  <Plural
                    value={ph({ count: group.memberCount })}
                    one="# member of"
                    other="# members of"
                  />{" "}
                  <bdi className="font-medium">{ph({ groupName: group.name })}</bdi>
                </Trans>
              )}
            </span>
          </li>
        )}
      </ul>
      <p className="mt-3 text-sm text-text-2">
        <Trans>
          Administrators of this site can read your answers. What you share is for the people above
          alone: it is in no post, no export and no application. You are told each time one of them
          looks.
        </Trans>
      </p>
    </Card>
  );
}
