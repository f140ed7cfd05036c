import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/characters.ts";
import { Portrait } from "#web/eve/portrait.tsx";
import { messageOf } from "#web/lib/api-error.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Button } from "#web/ui/button.tsx";
import { SuggestField } from "#web/ui/suggest-field.tsx";
import { toast } from "#web/ui/toast.tsx";
import { characterSearchQuery, inviteMutation } from "./queries.ts";

const SEARCH_DEBOUNCE_MS = 400;

/** Invites a pilot by the name of the main character. */
export function InviteForm({ groupId }: { groupId: string }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const invite = useMutation(inviteMutation);
  const { suggestions, note } = useSuggestions(name.trim());

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const characterName = name.trim();
    if (invite.isPending) return;
    if (characterName === "") return setProblem("Please enter a character name");
    setProblem(undefined);
    invite.mutate(
      { groupId, characterName },
      {
        onSuccess: ({ inviteeCharacterName }) => {
          setName("");
          toast.success(`Invitation sent to ${inviteeCharacterName ?? characterName}`);
        },
        onError: (error) => setProblem(messageOf(error, "Failed to send invitation")),
      },
    );
  }

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="flex flex-wrap items-start gap-3 border-b border-line-faint p-4"
    >
      <div className="min-w-56 flex-1 md:max-w-96">
        <SuggestField
          label="Character name"
          hint="Only main characters can be invited."
          value={name}
          error={problem}
          suggestions={suggestions}
          note={note}
          onChange={(value) => {
            setName(value);
            setProblem(undefined);
          }}
        />
      </div>
      <Button type="submit" className="md:mt-12" isBusy={invite.isPending} busyLabel="Sending...">
        Send Invitation
      </Button>
    </form>
  );
}

/** Pilots whose names contain what was typed, once the typing has paused. */
function useSuggestions(typed: string) {
  const q = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const isLongEnough = q.length >= SEARCH_MIN_LENGTH;
  const { data, isFetching, isError } = useQuery({
    ...characterSearchQuery(q),
    enabled: isLongEnough,
  });
  const hits = isLongEnough && q === typed ? (data ?? []) : [];
  const isPicked = hits.length === 1 && hits[0]?.characterName === typed;
  return {
    suggestions: isPicked
      ? []
      : hits.map(({ characterId, characterName }) => ({
          key: characterId,
          text: characterName,
          icon: <Portrait characterId={characterId} size={24} />,
        })),
    note: noteOn({ isLongEnough: isLongEnough && q === typed, isFetching, isError, hits }),
  };
}

function noteOn(search: {
  isLongEnough: boolean;
  isFetching: boolean;
  isError: boolean;
  hits: readonly unknown[];
}): string | undefined {
  if (!search.isLongEnough) return undefined;
  if (search.isFetching) return "Searching...";
  if (search.isError) return "The search does not work right now. You can type the full name.";
  return search.hits.length === 0 ? "No main character here has a name like that." : undefined;
}
