import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DirectorCandidates } from "#shared/corporations/corporations.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { t, Trans } from "#web/language/macros.ts";
import { TextField } from "#web/ui/form/form.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { Portrait } from "#web/eve/images.tsx";
import { api, body } from "#web/lib/api/api.ts";
import { useDebounced } from "#web/lib/form/use-search.ts";

/** For the schemas of both dialogs. */
export const INVALID_CHARACTER_ID = {
  error: () => t`Pick a pilot, or enter a valid character ID`,
};

export type PilotInput = { characterId: string; characterName: string };

type PilotFieldsProps = {
  input: PilotInput;
  isRequired: boolean;
  problems: { id: string | undefined; name: string | undefined };
  onChange: (input: PilotInput) => void;
};

/** Picking a suggestion fills in the id, and editing the name takes that id out again. */
export function PilotFields({ input, isRequired, problems, onChange }: PilotFieldsProps) {
  const { suggestions, note } = useCandidates(input.characterName.trim());
  const [pickedId, setPickedId] = useState<string>();
  const { characterId } = input;
  return (
    <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <SuggestField
        label={isRequired ? t`Director character name` : t`Director character name (optional)`}
        placeholder={t`Search by name`}
        value={input.characterName}
        error={problems.name}
        suggestions={suggestions}
        note={problems.name === undefined ? note : undefined}
        onChange={(characterName) =>
          onChange({ characterName, characterId: characterId === pickedId ? "" : characterId })
        }
        onPick={({ key, text }) => {
          setPickedId(String(key));
          onChange({ characterId: String(key), characterName: text });
        }}
      />
      <TextField
        label={isRequired ? t`Character ID` : t`Character ID (optional)`}
        inputMode="numeric"
        autoComplete="off"
        value={characterId}
        error={problems.id}
        onChange={(event) => onChange({ ...input, characterId: event.target.value })}
      />
    </div>
  );
}

/** NaN for anything that is not an id; every id schema rejects NaN. */
export function toId(typed: string): number {
  return /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}

const SEARCH_DEBOUNCE_MS = 400;

function candidatesQuery(q: string) {
  return queryOptions({
    queryKey: ["director-candidates", q],
    queryFn: async () =>
      (await body(api.corporations.directors.candidates.$get({ query: { q } }))).characters,
    staleTime: 60_000,
  });
}

/** Suggests linked characters, mains and alts, whose names begin with the typed text, once typing has paused. */
function useCandidates(typed: string) {
  const q = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const isSearched = q.length >= SEARCH_MIN_LENGTH && q === typed;
  const { data, isFetching, isError } = useQuery({ ...candidatesQuery(q), enabled: isSearched });
  const hits = isSearched ? (data ?? []) : [];
  const isPicked = hits.length === 1 && hits[0]?.characterName === typed;
  const note = isFetching
    ? t`Searching...`
    : isError
      ? t`The search is unavailable right now. Enter the character ID.`
      : hits.length === 0
        ? t`No linked character has a name that begins with this.`
        : undefined;
  return {
    suggestions: isPicked ? [] : hits.map(toSuggestion),
    note: isSearched ? note : undefined,
  };
}

function toSuggestion(candidate: DirectorCandidates["characters"][number]) {
  const { characterId, characterName, mainCharacterName, hasDirectorAccess } = candidate;
  const isAlt = mainCharacterName !== null && mainCharacterName !== characterName;
  return {
    key: characterId,
    text: characterName,
    icon: <Portrait characterId={characterId} size={24} />,
    detail: isAlt ? (
      hasDirectorAccess ? (
        <Trans>
          alt of <bdi>{mainCharacterName}</bdi>, director access
        </Trans>
      ) : (
        <Trans>
          alt of <bdi>{mainCharacterName}</bdi>
        </Trans>
      )
    ) : hasDirectorAccess ? (
      t`director access`
    ) : null,
  };
}
