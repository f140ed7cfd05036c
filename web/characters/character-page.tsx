import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { characterQuery } from "./queries.ts";
import { ApiError, messageOf } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { parseEveId, paths } from "#web/lib/paths.ts";
import { Trans, ph, t } from "#web/language/macros.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageTitle } from "#web/ui/page.tsx";
import { CharacterSheet, CharacterSkeleton } from "./character-sheet.tsx";

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

type CharacterErrorProps = {
  isMissing: boolean;
  error?: Error;
  isBusy?: boolean;
  onRetry?: () => void;
};

function CharacterError({ isMissing, error, isBusy, onRetry }: CharacterErrorProps) {
  const title = isMissing ? t`Character not found` : t`Failed to load character details`;
  const explanation = isMissing
    ? t`EVE has no character with this id. It may have been deleted, or the link is wrong.`
    : messageOf(error, t`Nothing was changed. Try again in a moment.`);
  return (
    <Card>
      <PageTitle>{title}</PageTitle>
      <div role="alert" className="grid justify-items-center gap-3 py-10 text-center">
        <span className="text-danger">
          <Icon name="alert" size={28} />
        </span>
        <h1 className="text-2xl">{title}</h1>
        <p className="max-w-112 text-text-2">{explanation}</p>
        {error instanceof ApiError && error.requestId && !isMissing && (
          <p className="text-xs text-text-2">
            <Trans>Request {ph({ requestId: error.requestId })}</Trans>
          </p>
        )}
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          {!isMissing && onRetry && (
            <Button variant="primary" isBusy={isBusy ?? false} onClick={onRetry}>
              {t`Try again`}
            </Button>
          )}
          <ButtonLink to={paths.dashboard}>{t`Back to Dashboard`}</ButtonLink>
        </div>
      </div>
    </Card>
  );
}
