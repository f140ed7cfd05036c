import { Trans, msg, t, ph } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useState } from "react";
import { redirectProblem } from "#shared/applications/addresses.ts";
import type { Application } from "#shared/applications/applications.ts";
import { scopesFor } from "#shared/applications/claims.ts";
import { useSetting } from "#web/applications/queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CopyRow, CodeBlock } from "#web/ui/for-programs.tsx";
import { SelectField } from "#web/ui/form/form.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { PROGRAMS, recipeOf, inlineOf } from "./recipes.ts";
import type { Program, Block } from "./recipes.ts";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";

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

type RecipeBlocksProps = { program: string; blocks: Block[] };

/** A section of the documentation. */
function RecipeBlocks({ program, blocks }: RecipeBlocksProps) {
  return blocks.map((block) => <RecipeBlock key={block.source} program={program} block={block} />);
}

function RecipeBlock({ program, block }: { program: string; block: Block }) {
  switch (block.kind) {
    case "text":
      return (
        <p className="text-sm text-text-2">
          <Line text={block.source} />
        </p>
      );
    case "list":
      return (
        <ul className="list-disc pl-5 text-sm text-text-2">
          {block.items.map((item) => (
            <li key={item}>
              <Line text={item} />
            </li>
          ))}
        </ul>
      );
    case "code":
      return (
        <div className="grid grid-cols-1 gap-1.5">
          <CodeBlock label={t`Configuration of ${program} (${ph({ language: block.language })})`}>
            {block.source}
          </CodeBlock>
          <div>
            <CopyButton
              text={block.source}
              what={t`the ${ph({ language: block.language })} of ${program}`}
            />
          </div>
        </div>
      );
    case "table":
      return (
        <div className="grid grid-cols-1 gap-2">
          {block.rows.map(([field = "", value = ""]) => (
            <SettingRow key={field} field={field} value={value} />
          ))}
        </div>
      );
  }
}

/** A setting of the program. What is code as a whole can be copied. */
function SettingRow({ field, value }: { field: string; value: string }) {
  const [, code] = /^`([^`]+)`$/.exec(value) ?? [];
  const label = field.replaceAll("`", "");
  if (code !== undefined) return <CopyRow label={label} value={code} what={label} />;
  return (
    <p className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line-faint bg-surface-2 px-3 py-1 text-sm">
      <span className="w-28 shrink-0 text-xs wrap-anywhere text-text-2 max-md:w-full">{label}</span>
      <span className="min-w-0 flex-1 basis-40">
        <Line text={value} />
      </span>
    </p>
  );
}

function Line({ text }: { text: string }) {
  return inlineOf(text).map(({ kind, text: part, start }) => {
    if (kind === "text") return part;
    const Tag = kind;
    return (
      <Tag key={start} className="wrap-anywhere">
        {part}
      </Tag>
    );
  });
}
