import { Trans, t } from "#web/language/macros.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { calledAddressProblem, redirectProblem } from "#shared/applications/addresses.ts";
import type { Application } from "#shared/applications/applications.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { SwitchRow } from "./switch-row.tsx";
import { UriList } from "./uri-list.tsx";
import { useSetting } from "./use-setting.ts";

/** Where the application may send people back to, and where it hears that a session ended. */
export function UrisCard({ application }: { application: Application }) {
  const { redirectUris, postLogoutUris, backchannelLogoutUri } = application;
  const { tellsLostGroups, errorsNameIssuer } = application;
  const { save, isPending, failure } = useSetting(application);
  const [isLogoutShown, setIsLogoutShown] = useState(
    postLogoutUris.length > 0 || backchannelLogoutUri !== null,
  );
  return (
    <Card
      anchor="application-addresses"
      title={t`Redirect URIs`}
      actions={
        <span className="text-sm text-text-2">
          <Trans>Compared character by character</Trans>
        </span>
      }
    >
      <div className="grid gap-4">
        <UriList
          label={t`Redirect URIs`}
          uris={redirectUris}
          problemOf={redirectProblem}
          isBusy={isPending}
          onChange={(uris, onSaved) => save({ redirectUris: uris }, { onSaved })}
        />
        <SwitchRow
          label={t`Name the issuer in error answers`}
          hint={t`Switch it off for mod_auth_openidc, which misreads such an error.`}
          isOn={errorsNameIssuer}
          isBusy={isPending}
          onChange={(isOn) => save({ errorsNameIssuer: isOn })}
        />
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        {isLogoutShown ? (
          <>
            <Part
              title={t`After a logout`}
              hint={t`Where the application may send people after it has signed them out.`}
            >
              <UriList
                label={t`Addresses after a logout`}
                uris={postLogoutUris}
                problemOf={redirectProblem}
                isBusy={isPending}
                onChange={(uris, onSaved) => save({ postLogoutUris: uris }, { onSaved })}
              />
            </Part>
            <Part
              title={t`Back-channel logout`}
              hint={t`Muster calls this address when a person loses the required group, so that the session there ends at once. Without it, an application that never renews keeps its own session.`}
            >
              <UriList
                label={t`Back-channel logout`}
                most={1}
                uris={backchannelLogoutUri === null ? [] : [backchannelLogoutUri]}
                problemOf={calledAddressProblem}
                isBusy={isPending}
                onChange={([uri = null], onSaved) =>
                  save({ backchannelLogoutUri: uri }, { onSaved })
                }
              />
              {backchannelLogoutUri !== null && (
                <SwitchRow
                  label={t`Also after the loss of any group it is told about`}
                  isOn={tellsLostGroups}
                  isBusy={isPending}
                  onChange={(isOn) => save({ tellsLostGroups: isOn })}
                />
              )}
            </Part>
          </>
        ) : (
          <div>
            <Button size="sm" variant="ghost" onClick={() => setIsLogoutShown(true)}>
              <Trans>Logout addresses</Trans>
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

type PartProps = { title: string; hint: string; children: ReactNode };

function Part({ title, hint, children }: PartProps) {
  return (
    <section className="grid gap-2 border-t border-line-faint pt-4">
      <h3 className="font-ui text-sm font-medium tracking-normal">{title}</h3>
      <p className="-mt-1 text-sm text-text-2">{hint}</p>
      {children}
    </section>
  );
}
