import { useState } from "react";
import type { FormEvent } from "react";
import type { Group } from "#shared/groups/groups.ts";
import { useCharacterSuggestions } from "#web/eve/character-search.tsx";
import { DaysField } from "#web/groups/ends/days-field.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { inviteMutation } from "./queries.ts";

export function InviteForm({ group }: { group: Group }) {
  const [days, setDays] = useState<number | null | undefined>();
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
      {
        groupId: group.id,
        characterName,
        ...(days !== undefined && { membershipDays: days }),
      },
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
      <DaysField
        label="Membership"
        value={days}
        ofGroup={group.membershipDays}
        className="min-w-56 max-sm:w-full"
        onChange={setDays}
      />
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
