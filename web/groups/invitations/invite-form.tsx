import { useState } from "react";
import type { FormEvent } from "react";
import { useCharacterSuggestions } from "#web/eve/character-search.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { inviteMutation } from "./queries.ts";

export function InviteForm({ groupId }: { groupId: string }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const invite = useAction(inviteMutation, "Failed to send invitation");
  const { suggestions, note } = useCharacterSuggestions(name.trim());

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const characterName = name.trim();
    if (characterName === "") return setProblem("Please enter a character name");
    setProblem(undefined);
    void invite.act(
      { groupId, characterName },
      {
        onSuccess: ({ inviteeCharacterName }) => {
          setName("");
          toast.success(`Invitation sent to ${inviteeCharacterName ?? characterName}`);
        },
      },
    );
  }

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-3">
      <div className="min-w-56 flex-1 md:max-w-96">
        <SuggestField
          label="Character name"
          hint="Only main characters can be invited."
          value={name}
          error={problem ?? invite.failure}
          suggestions={suggestions}
          note={problem === undefined ? note : undefined}
          onChange={(value) => {
            setName(value);
            setProblem(undefined);
          }}
        />
      </div>
      <Button
        type="submit"
        className="max-sm:w-full sm:mt-12"
        isBusy={invite.isPending}
        busyLabel="Sending..."
      >
        Send Invitation
      </Button>
    </form>
  );
}
