import { Trans, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { CallbackResult } from "#shared/session.ts";
import { Portrait } from "#web/eve/images.tsx";
import { messageOf } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { usePassingError } from "#web/lib/form/use-passing.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Check } from "#web/ui/form/choices.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { takeBack } from "./queries.ts";
import type { PendingClaim } from "./queries.ts";

type FormerAccountProps = {
  claim: PendingClaim;
  former: NonNullable<CallbackResult["formerAccount"]>;
  isDisabled: boolean;
  onBusyChange: (isBusy: boolean) => void;
};

/** Returns a former main to its account. The user unticks the characters that they linked themselves. */
export default function FormerAccount({
  claim,
  former,
  isDisabled,
  onBusyChange,
}: FormerAccountProps) {
  const { characterId, characterName, returnTo = paths.dashboard } = claim;
  const { mainCharacterName, becomesMain, linkedSince } = former;
  const [kept, setKept] = useState<number[]>([]);
  const client = useQueryClient();
  const navigate = useNavigate();
  const back = useMutation({
    mutationFn: () =>
      takeBack(client, {
        characterId,
        unlink: linkedSince
          .map((character) => character.characterId)
          .filter((id) => !kept.includes(id)),
      }),
    onMutate: () => onBusyChange(true),
    onSuccess: () => navigate(returnTo, { replace: true }),
    onError: () => onBusyChange(false),
  });
  usePassingError(back);
  const toggle = (id: number) =>
    setKept(kept.includes(id) ? kept.filter((other) => other !== id) : [...kept, id]);
  return (
    <section className="grid w-full gap-4 rounded-card border border-line-faint bg-surface-1 p-6 text-start">
      <h2 className="text-lg">{t`Or return to your account`}</h2>
      <p className="text-text-2">
        <Trans>
          <bdi>{characterName}</bdi> was the main of an account here and was unlinked.
        </Trans>
        {sentenceGap()}
        {mainCharacterName && (
          <>
            <Trans>
              The main of that account is <bdi>{mainCharacterName}</bdi> now.
            </Trans>
            {sentenceGap()}
          </>
        )}
        {becomesMain ? (
          <Trans>
            If you return, <bdi>{characterName}</bdi> becomes the main again. All sessions of that
            account end, also at applications.
          </Trans>
        ) : (
          <Trans>
            If you return, <bdi>{characterName}</bdi> is linked to that account again. All sessions
            of that account end, also at applications.
          </Trans>
        )}
        {sentenceGap()}
        {t`A Discord account or calendar feed that was added shortly before the main changed, or since, is removed. You can set it up again.`}
      </p>
      {linkedSince.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="mb-2 font-medium">{t`Unlink what you did not link yourself`}</legend>
          {linkedSince.map((character) => (
            <label key={character.characterId} className="flex min-h-11 items-center gap-3">
              <Check
                type="checkbox"
                className="size-4"
                checked={!kept.includes(character.characterId)}
                onChange={() => toggle(character.characterId)}
              />
              <Portrait characterId={character.characterId} size={32} />
              <span className="min-w-0 flex-1">
                <bdi className="block truncate">{character.characterName}</bdi>
                <span className="block text-sm text-text-2">
                  <Trans>
                    Linked <EveMoment at={character.linkedAt} />
                  </Trans>
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {back.isError && (
        <Alert tone="danger" title={t`Failed to return to your account`}>
          {messageOf(back.error, "")}
        </Alert>
      )}
      <div>
        <Button
          variant="primary"
          isBusy={back.isPending || back.isSuccess}
          isDisabled={isDisabled}
          busyLabel={t`Returning...`}
          onClick={() => back.mutate()}
        >
          {t`Return to your account`}
        </Button>
      </div>
    </section>
  );
}
