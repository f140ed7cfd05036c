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
  ["issuer", "Issuer"],
  ["authorize", "Authorization"],
  ["token", "Token"],
  ["userinfo", "User info"],
  ["jwks", "Keys (JWKS)"],
  ["revoke", "Revocation"],
  ["endSession", "End session"],
] as const;

const OPTIONS = [
  { value: "", label: "Another program" },
  ...PROGRAMS.map((program) => ({ value: program, label: program })),
];
const isProgram = (text: string): text is Program => PROGRAMS.some((program) => program === text);

/** What is entered at the program: the values of this application, and for known programs the whole recipe. */
export default function SetupGuide({ application }: { application: Application }) {
  const [program, setProgram] = useState("");
  const recipe = isProgram(program) ? recipeOf(program, application) : undefined;
  const { endpoints, claims, isPublic } = application;
  return (
    <>
      {ENDPOINTS.map(([key, label]) => (
        <CopyRow key={key} label={label} value={endpoints[key]} what={`the ${label} address`} />
      ))}
      <CopyRow label="Scopes" value={scopesFor(claims).join(" ")} what="the scopes" />
      <p className="text-xs text-text-2">
        These ask for the claims that are checked below. Add <code>offline_access</code> if the
        program renews its tokens.
      </p>
      <div className="mt-2 border-t border-line-faint pt-4">
        <SelectField
          label="Set up"
          hint="How to configure a known program with these values"
          value={program}
          options={OPTIONS}
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
              CLIENT_SECRET is the secret that was shown once; “Replace” makes a new one.
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
        The program’s documentation says its redirect URI (or callback). Add it under Redirect URIs.
      </p>
    );
  }
  return redirectUris.map((uri) => (
    <CopyRow key={uri} label="Redirect URI" value={uri} what={`the redirect URI ${uri}`} />
  ));
}

/** The address that the program is known to use, and whether it may. */
function RecipeRedirect({ application, uri }: { application: Application; uri: string }) {
  const { redirectUris } = application;
  const { save, isPending, failure } = useSetting(application);
  const isExample = uri.includes("example.com") || redirectProblem(uri) !== undefined;
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <CopyRow label="Redirect URI" value={uri} what="the redirect URI of the program">
        {!isExample && !redirectUris.includes(uri) && (
          <Button
            size="sm"
            isBusy={isPending}
            busyLabel="Adding..."
            onClick={() => save({ redirectUris: [...redirectUris, uri] })}
          >
            Add<VisuallyHidden> it to the redirect URIs</VisuallyHidden>
          </Button>
        )}
      </CopyRow>
      <p className="text-xs text-text-2">
        {redirectUris.includes(uri)
          ? "It is one of the redirect URIs of this application."
          : "It is not among the redirect URIs of this application: sign-ins there are refused."}
      </p>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
    </div>
  );
}
