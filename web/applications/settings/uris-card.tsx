import { t, ph } from "#web/language/macros.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import {
  calledAddressProblem,
  redirectProblem,
  isForTests,
  MAX_REDIRECTS,
} from "#shared/applications/addresses.ts";
import type { Application } from "#shared/applications/applications.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { SwitchRow, AddressField } from "#web/applications/fields.tsx";
import { useSetting } from "#web/applications/queries.ts";
import { sayShared } from "#web/language/messages.ts";
import { useInput } from "#web/lib/form/use-form.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Form } from "#web/ui/form/form.tsx";

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
      actions={<span className="text-sm text-text-2">{t`Compared character by character`}</span>}
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
              {t`Logout addresses`}
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

type UriListProps = {
  label: string;
  uris: readonly string[];
  /** Why an address is refused; undefined if it is not. */
  problemOf: (uri: string) => string | undefined;
  isBusy: boolean;
  /** How many there may be. */
  most?: number;
  /** `onSaved` empties the field. */
  onChange: (uris: string[], onSaved: () => void) => void;
};

/** Addresses, each removable, and a field that adds one once it is right. */
function UriList({ label, uris, problemOf, isBusy, most = MAX_REDIRECTS, onChange }: UriListProps) {
  const { input, problems, set, submit, reset } = useInput({
    initial: { typed: "" },
    validate: ({ typed }) => {
      const uri = typed.trim();
      const problem = uris.includes(uri) ? t`This address is already listed.` : problemOf(uri);
      return problem === undefined ? { value: uri } : { problems: { typed: sayShared(problem) } };
    },
  });
  function add() {
    const uri = submit();
    if (uri !== undefined) onChange([...uris, uri], () => reset());
  }
  return (
    <div className="grid gap-2">
      <ul aria-label={label} className="grid gap-2 empty:hidden">
        {uris.map((uri) => (
          <li
            key={uri}
            className="flex min-h-10 items-center gap-2 rounded-control border border-line-faint bg-surface-2 py-1 pr-2 pl-3"
          >
            <code className="min-w-0 flex-1 text-sm wrap-anywhere">{uri}</code>
            {isForTests(uri) && <Chip>{t`for tests`}</Chip>}
            <IconButton
              icon="trash"
              size="sm"
              label={t`Remove ${ph({ address: uri })}`}
              isDisabled={isBusy}
              onClick={() =>
                onChange(
                  uris.filter((other) => other !== uri),
                  () => undefined,
                )
              }
            />
          </li>
        ))}
      </ul>
      {uris.length < most && (
        <Form className="flex items-start gap-2" onSubmit={add}>
          <AddressField
            isLabelHidden
            className="flex-1"
            label={t`Add to ${ph({ list: label })}`}
            value={input.typed}
            error={problems.typed}
            onChange={({ target }) => set({ typed: target.value })}
          />
          <Button
            type="submit"
            isBusy={isBusy && input.typed.trim() !== ""}
            busyLabel={t`Adding...`}
          >
            {t`Add`}
          </Button>
        </Form>
      )}
    </div>
  );
}
