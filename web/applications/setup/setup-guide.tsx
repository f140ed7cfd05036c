import { Trans, msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useState } from "react";
import { redirectProblem } from "#shared/applications/addresses.ts";
import type { Application } from "#shared/applications/applications.ts";
import { scopesFor } from "#shared/applications/scopes.ts";
import { useSetting } from "#web/applications/settings/use-setting.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CopyRow } from "#web/ui/feedback/copy-row.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { RecipeBlocks } from "./recipe-blocks.tsx";
import { PROGRAMS, recipeOf } from "./recipes.ts";
import type { Program } from "./recipes.ts";

const ENDPOINTS = [
  ["issuer", msg`Issuer`, msg`the Issuer address`],
  [
    "authorize",
    msg({ context: "address", message: "Authorization" }),
    msg`the Authorization address`,
  ],
  ["token", msg`Token`, msg`the Token address`],
  ["userinfo", msg`User info`, msg`the User info address`],
  ["jwks", msg`Keys (JWKS)`, msg`the Keys (JWKS) address`],
  ["revoke", msg`Revocation`, msg`the Revocation address`],
  ["endSession", msg`End session`, msg`the End session address`],
] as const;

const isProgram = (text: string): text is Program => PROGRAMS.some((program) => program === text);

/** What is entered at the program: the values of this application, and for known programs the whole recipe. */
export default function SetupGuide({ application }: { application: Application }) {
  const [program, setProgram] = useState("");
  const recipe = isProgram(program) ? recipeOf(program, application) : undefined;
  const { endpoints, claims, isPublic } = application;
  return (
    <>
      {ENDPOINTS.map(([key, label, what]) => (
        <CopyRow key={key} label={say(label)} value={endpoints[key]} what={say(what)} />
      ))}
      <CopyRow label={t`Scopes`} value={scopesFor(claims).join(" ")} what={t`the scopes`} />
      <p className="text-xs text-text-2">
        <Trans>
          These ask for the claims that are checked below. Add <code>offline_access</code> if the
          program renews its tokens.
        </Trans>
      </p>
      <div className="mt-2 border-t border-line-faint pt-4">
        <SelectField
          label={t`Set up`}
          hint={t`How to configure a known program with these values`}
          value={program}
          options={[
            { value: "", label: t`Another program` },
            ...PROGRAMS.map((program) => ({ value: program, label: program })),
          ]}
          onChange={({ target }) => setProgram(target.value)}
        />
      </div>
      {recipe === undefined ? (
        <RedirectRows application={application} />
      ) : (
        <>
          {recipe.redirectUri !== undefined && (
            <RecipeRedirect application={application} uri={recipe.redirectUri} />
          )}
          <RecipeBlocks program={program} blocks={recipe.blocks} />
          {!isPublic && (
            <p className="text-xs text-text-2">
              <Trans>
                CLIENT_SECRET is the secret that was shown once; “Replace” makes a new one.
              </Trans>
            </p>
          )}
        </>
      )}
    </>
  );
}

function RedirectRows({ application: { redirectUris } }: { application: Application }) {
  if (redirectUris.length === 0) {
    return (
      <p className="text-sm text-text-2">
        <Trans>
          The program’s documentation says its redirect URI (or callback). Add it under Redirect
          URIs.
        </Trans>
      </p>
    );
  }
  return redirectUris.map((uri) => (
    <CopyRow key={uri} label={t`Redirect URI`} value={uri} what={t`the redirect URI ${uri}`} />
  ));
}

/** The address that the program is known to use, and whether it may. */
function RecipeRedirect({ application, uri }: { application: Application; uri: string }) {
  const { redirectUris } = application;
  const { save, isPending, failure } = useSetting(application);
  const isExample = uri.includes("example.com") || redirectProblem(uri) !== undefined;
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <CopyRow label={t`Redirect URI`} value={uri} what={t`the redirect URI of the program`}>
        {!isExample && !redirectUris.includes(uri) && (
          <Button
            size="sm"
            isBusy={isPending}
            busyLabel={t`Adding...`}
            onClick={() => save({ redirectUris: [...redirectUris, uri] })}
          >
            <Trans>
              Add<VisuallyHidden> it to the redirect URIs</VisuallyHidden>
            </Trans>
          </Button>
        )}
      </CopyRow>
      <p className="text-xs text-text-2">
        {redirectUris.includes(uri)
          ? t`It is one of the redirect URIs of this application.`
          : t`It is not among the redirect URIs of this application: sign-ins there are refused.`}
      </p>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
    </div>
  );
}
