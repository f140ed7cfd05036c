import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { CharacterSummary, User } from "#shared/session.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { useAuthorization } from "#web/lib/use-authorization.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import { CharacterCard } from "./character-card.tsx";
import { changeMainMutation, startLink, unlinkCharacterMutation } from "./queries.ts";

/** The whole hangar: the main first, then the alts by name. */
export function LinkedCharacters({ user }: { user: User }) {
  const headingId = useId();
  const link = useAuthorization(() => startLink());
  const [mainToBe, setMainToBe] = useState<CharacterSummary>();
  const [toUnlink, setToUnlink] = useState<CharacterSummary>();
  const isMain = ({ characterId }: CharacterSummary) => characterId === user.mainCharacterId;
  const characters = user.characters.toSorted(
    (a, b) =>
      Number(isMain(b)) - Number(isMain(a)) || a.characterName.localeCompare(b.characterName),
  );
  return (
    <section aria-labelledby={headingId} className="my-2 grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={headingId} className="bg-void text-xl">
          Linked Characters
        </h2>
        <span className="bg-void text-sm text-text-3">{characters.length}</span>
        <Button
          className="ml-auto bg-void"
          icon={<Icon name="plus" />}
          isBusy={link.isBusy}
          busyLabel="Redirecting..."
          onClick={() => link.start()}
        >
          Link New Character
        </Button>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4">
        {characters.map((character) => (
          <li key={character.characterId}>
            <CharacterCard
              character={character}
              isMain={isMain(character)}
              onMakeMain={() => setMainToBe(character)}
              onUnlink={() => setToUnlink(character)}
            />
          </li>
        ))}
      </ul>
      {mainToBe && <MakeMainDialog character={mainToBe} onClose={() => setMainToBe(undefined)} />}
      {toUnlink && <UnlinkDialog character={toUnlink} onClose={() => setToUnlink(undefined)} />}
    </section>
  );
}

type ChoiceProps = { character: CharacterSummary; onClose: () => void };

function MakeMainDialog({ character, onClose }: ChoiceProps) {
  const { characterId, characterName } = character;
  const change = useMutation(changeMainMutation(useQueryClient()));
  const confirm = () =>
    change.mutate(characterId, {
      onSuccess: () => {
        toast.success(`${characterName} is now your main`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isBusy={change.isPending}
      title={`Make ${characterName} your main?`}
      description="Groups and Discord will know you by this name. You can change it back at any time."
      confirmLabel="Make main"
      busyLabel="Changing..."
      error={change.error ? messageOf(change.error, "Failed to change your main") : undefined}
    />
  );
}

function UnlinkDialog({ character, onClose }: ChoiceProps) {
  const { characterId, characterName } = character;
  const unlink = useMutation(unlinkCharacterMutation(useQueryClient()));
  const confirm = () =>
    unlink.mutate(characterId, {
      onSuccess: () => {
        toast.success(`${characterName} is no longer linked`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isBusy={unlink.isPending}
      isDangerous
      title={`Unlink ${characterName}?`}
      description="Muster forgets its permission to read this character. Your groups stay as they are. You can link it again whenever you like."
      confirmLabel="Unlink"
      busyLabel="Unlinking..."
      error={unlink.error ? messageOf(unlink.error, "Failed to unlink the character") : undefined}
    />
  );
}
