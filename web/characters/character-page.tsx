import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { characterQuery } from "#web/characters/character/queries.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { parseEveId, paths } from "#web/lib/paths.ts";
import { CharacterError } from "./character-error.tsx";
import { CharacterSheet } from "./character-sheet.tsx";
import { CharacterSkeleton } from "./character-skeleton.tsx";

export default function CharacterPage() {
  const params = useParams();
  if (params["characterId"] === undefined) return <Navigate to={paths.dashboard} replace />;
  const characterId = parseEveId(params["characterId"]);
  if (characterId === undefined) return <CharacterError isMissing />;
  return <Character key={characterId} characterId={characterId} />;
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
