import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { addOwnCorporationMutation } from "./queries.ts";
import { isNpcCorporation } from "#web/eve/affiliation.tsx";
import { CorporationLogo } from "#web/eve/images.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { overviewQuery } from "#web/lib/api/queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** The corporation of the user's main, unless it is managed already or belongs to no player. */
export function useOwnCorporation() {
  const { user } = useSession();
  const { data } = useQuery(overviewQuery);
  const main = data?.characters.find(({ isMain }) => isMain);
  const character = user?.characters.find(
    ({ characterId }) => characterId === user.mainCharacterId,
  );
  if (main?.corporationId == null || main.corporationName === null) return undefined;
  if (character === undefined || character.isInManagedCorporation) return undefined;
  if (isNpcCorporation(main.corporationId)) return undefined;
  return { corporationId: main.corporationId, name: main.corporationName, character };
}

type OwnCorporation = NonNullable<ReturnType<typeof useOwnCorporation>>;

export function OwnCorporationBox({ own }: { own: OwnCorporation }) {
  return (
    <div className="flex items-center gap-3 rounded-control border border-line-faint px-3 py-2">
      <CorporationLogo corporationId={own.corporationId} size={32} />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere text-text-1">
          <bdi>{own.name}</bdi>
        </p>
        <p className="text-sm text-text-2">
          <Trans>
            Your corporation, with <bdi>{ph({ characterName: own.character.characterName })}</bdi>{" "}
            as its director
          </Trans>
        </p>
      </div>
    </div>
  );
}

type AddOwnCorporationProps = { own: OwnCorporation; onAdded?: () => void };

/** One click: EVE says the ticker, and the user's main becomes the director. */
export function AddOwnCorporation({ own, onAdded }: AddOwnCorporationProps) {
  const { act, isPending, failure } = useAction(
    addOwnCorporationMutation,
    t`Failed to add corporation`,
  );
  return (
    <>
      <Button
        icon={<Icon name="plus" />}
        isBusy={isPending}
        busyLabel={t`Adding...`}
        onClick={() =>
          void act(own, {
            onSuccess: () => {
              toast.success(t`Corporation added successfully!`);
              onAdded?.();
            },
          })
        }
      >
        {t`Add ${ph({ corporation: own.name })}`}
      </Button>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
    </>
  );
}
