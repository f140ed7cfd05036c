import { Trans, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import { useNavigate } from "react-router";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { MenuButton } from "#web/ui/menu/menu.tsx";
import type { ApplicationDialog } from "./application-dialogs.tsx";
import { switchMutation } from "./queries.ts";

const ApplicationDialogs = lazy(() => import("./application-dialogs.tsx"));

/** What concerns the application as a whole. */
export function ApplicationActions({ application }: { application: Application }) {
  const { id, name, isOn, sessions, version } = application;
  const [open, setOpen] = useState<ApplicationDialog>();
  const navigate = useNavigate();
  const { act, isPending, failure } = useAction(
    switchMutation,
    t`Failed to switch the application on`,
  );
  const off = {
    label: t`Switch off`,
    icon: <Icon name="pause" />,
    onSelect: () => setOpen("off"),
  };
  return (
    <>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      {!isOn && (
        <Button
          variant="primary"
          isBusy={isPending}
          busyLabel={t`Switching on...`}
          onClick={() => void act({ id, isOn: true, version })}
        >
          <Trans>Switch on</Trans>
        </Button>
      )}
      <span id="application-switch" className="inline-flex">
        <MenuButton
          label={t`Actions for ${name}`}
          items={[
            {
              label: t`Edit name and description`,
              icon: <Icon name="edit" />,
              onSelect: () => setOpen("edit"),
            },
            ...(isOn ? [off] : []),
            {
              label: t`End all sessions`,
              icon: <Icon name="logout" />,
              ...(sessions === 0 && { disabledBecause: t`No player is signed in there` }),
              onSelect: () => setOpen("end"),
            },
            {
              label: t`Undo changes...`,
              icon: <Icon name="undo" />,
              onSelect: () =>
                void navigate(`${paths.adminUndo}?${new URLSearchParams({ user: id, name })}`),
            },
            {
              label: t`Delete the application`,
              icon: <Icon name="trash" />,
              isDangerous: true,
              startsSection: true,
              onSelect: () => setOpen("delete"),
            },
          ]}
        />
      </span>
      <Suspense>
        {open && (
          <ApplicationDialogs
            open={open}
            application={application}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
