import type { CharacterSummary } from "#shared/session.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { grantDirectorAccess } from "./grant.ts";

type GrantDialogProps = { character: CharacterSummary; onClose: () => void };

const GRANTED = [
  "members, and when each was last online",
  "wallets and their journal",
  "assets and structures",
  "market orders and contracts",
  "killmails",
  "notices about members who leave or join; Muster keeps no other notices",
  "roles and titles of members, and contacts, as far as groups require them",
];

export default function GrantDialog({ character, onClose }: GrantDialogProps) {
  const { characterId, characterName } = character;
  const { start, isBusy } = useAuthorization(() => grantDirectorAccess(characterId));
  return (
    <ConfirmDialog
      isOpen
      title="Grant director access"
      description={
        <>
          For directors of a corporation that is managed here. Muster will read, with the in-game
          roles of <bdi>{characterName}</bdi>, the corporation’s
        </>
      }
      confirmLabel="Continue to EVE"
      busyLabel="Redirecting..."
      isBusy={isBusy}
      onConfirm={() => start()}
      onClose={onClose}
    >
      <ul className="-mt-2 list-disc ps-5 text-text-2">
        {GRANTED.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <p className="text-text-2">
        A system administrator decides whether Muster uses it. Muster changes nothing in EVE, and
        you can revoke the access on EVE’s website at any time.
      </p>
    </ConfirmDialog>
  );
}
