import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { ApiError } from "#web/lib/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import type { Prefetch } from "#web/lib/prefetch.ts";
import { useSession } from "#web/lib/session.ts";
import { CharacterError } from "./character-error.tsx";
import { CharacterSheet } from "./character-sheet.tsx";
import { CharacterSkeleton } from "./character-skeleton.tsx";
import { characterQuery } from "./queries.ts";

export const prefetch: Prefetch = (client, { characterId }) => {
  if (isCharacterId(characterId)) void client.prefetchQuery(characterQuery(Number(characterId)));
};

export default function CharacterPage() {
  const { characterId } = useParams();
  if (characterId === undefined) return <Navigate to={paths.dashboard} replace />;
  // Whatever is no number is no character either, and need not be asked for.
  if (!isCharacterId(characterId)) return <CharacterError isMissing />;
  return <Character key={characterId} characterId={Number(characterId)} />;
}

function Character({ characterId }: { characterId: number }) {
  const { user } = useSession();
  const { data, error, isFetching, refetch } = useQuery(characterQuery(characterId));
  if (data) return <CharacterSheet character={data} />;
  if (error) {
    return (
      <CharacterError
        error={error}
        isMissing={error instanceof ApiError && error.status === 404}
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const isOwner = user?.characters.some((own) => own.characterId === characterId);
  return <CharacterSkeleton isOwner={isOwner} />;
}

function isCharacterId(text: string | undefined): boolean {
  return /^[1-9]\d{0,14}$/.test(text ?? "");
}
