import { Trans, msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { api, body } from "#web/lib/api/api.ts";
import { returnPathOf } from "#web/lib/return-path.ts";

type GrantDialogProps = { character: CharacterSummary; onClose: () => void };

const GRANTED = [
  msg`members, and when each was last online`,
  msg`wallets and their journal`,
  msg`assets and structures`,
  msg`market orders and contracts`,
  msg`killmails`,
  msg`notices about members who leave or join, and of structures, wars and bills; Muster keeps no other notices`,
  msg`roles and titles of members, and contacts, as far as groups require them`,
];

export default function GrantDialog({ character, onClose }: GrantDialogProps) {
  const { characterId, characterName } = character;
  const { start, isBusy } = useAuthorization(() => grantDirectorAccess(characterId));
  return (
    <ConfirmDialog
      title={t`Grant director access`}
      description={
        <Trans>
          For directors of a corporation that is managed here. Muster will read, with the in-game
          roles of <bdi>{characterName}</bdi>, the corporation’s
        </Trans>
      }
      confirmLabel={t`Continue to EVE`}
      busyLabel={t`Redirecting...`}
      isBusy={isBusy}
      onConfirm={() => start()}
      onClose={onClose}
    >
      <ul className="-mt-2 list-disc pl-5 text-text-2">
        {GRANTED.map((what) => (
          <li key={what.id}>{say(what)}</li>
        ))}
      </ul>
      <p className="text-text-2">
        <Trans>
          A system administrator decides whether Muster uses it. Muster changes nothing in EVE, and
          you can revoke the access on EVE’s website at any time.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

/** Starts the sign-in that adds the corporation scopes to a character, and returns to this page. */
function grantDirectorAccess(characterId: number) {
  const json = { characterId, access: "director" as const, returnTo: returnPathOf(location) };
  return body(api.auth.character.start.$post({ json }));
}
