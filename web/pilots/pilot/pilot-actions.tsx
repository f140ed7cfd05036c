import { t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { BulkDialog } from "#web/pilots/bulk-dialog.tsx";

const SuspendDialog = lazy(() => import("#web/suspension/suspend-dialog.tsx"));
const LiftDialog = lazy(async () => ({
  default: (await import("#web/suspension/suspend-dialog.tsx")).LiftDialog,
}));

type Props = { pilot: PilotDetail; name: string };

export function PilotActions({ pilot, name }: Props) {
  const [open, setOpen] = useState<"add" | "invite" | "suspend" | "lift">();
  const { userId, suspension, mainCharacterName } = pilot;
  const isSelf = useSession().user?.id === userId;
  const onClose = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
      {mainCharacterName !== null && (
        <>
          <Button id="add-to-group" onClick={() => setOpen("add")}>
            {t`Add to a group`}
          </Button>
          <Button id="invite-to-group" onClick={() => setOpen("invite")}>
            {t`Invite to a group`}
          </Button>
        </>
      )}
      <ButtonLink to={`${paths.adminUndo}?${new URLSearchParams({ user: userId, name })}`}>
        {t`Undo changes...`}
      </ButtonLink>
      {suspension !== null && <Button onClick={() => setOpen("lift")}>{t`Lift suspension`}</Button>}
      <Button
        id="suspend"
        isDisabled={isSelf}
        {...(isSelf && { title: t`You cannot suspend yourself` })}
        onClick={() => setOpen("suspend")}
      >
        {suspension === null ? t`Suspend` : t`Change suspension`}
      </Button>
      {(open === "add" || open === "invite") && (
        <BulkDialog action={open} pilots={[{ userId, name }]} onClose={onClose} />
      )}
      <Suspense>
        {open === "suspend" && (
          <SuspendDialog userId={userId} name={name} current={suspension} onClose={onClose} />
        )}
        {open === "lift" && <LiftDialog userId={userId} name={name} onClose={onClose} />}
      </Suspense>
    </div>
  );
}
