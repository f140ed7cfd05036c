import { Trans, t } from "#web/language/macros.ts";
import { useState } from "react";
import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";

const KEY_BYTES = 32;
const APPLICATIONS = "https://developers.eveonline.com/applications";

/** Replaces the login button while the installation is not configured: what its operator sets, with the values. */
export default function NotConfigured({ message }: { message: string }) {
  const isMissing = (name: string) => message.includes(name);
  return (
    <main tabIndex={-1} className="grid flex-1 items-center px-gutter py-8">
      <div className="grid w-full max-w-160 grid-cols-1 gap-5">
        <h1 className="w-fit bg-void text-3xl">{t`Almost there`}</h1>
        <Alert tone="warn" title={message}>
          <Trans>
            Logins are not possible until that is done. If you came to log in: this site is still
            being set up.
          </Trans>
        </Alert>
        {isMissing("EVE_CLIENT") && <EveApplication />}
        <Card title={t`What to set`}>
          <dl className="grid gap-4">
            {isMissing("EVE_CLIENT_ID") && (
              <Setting name="EVE_CLIENT_ID">
                <Trans>
                  The client ID of the application, in <code>wrangler.jsonc</code>
                </Trans>
              </Setting>
            )}
            {isMissing("EVE_CLIENT_SECRET") && (
              <Setting name="EVE_CLIENT_SECRET">{t`The secret key of the application, as a secret`}</Setting>
            )}
            {isMissing("TOKEN_ENCRYPTION_KEY") && <EncryptionKey />}
          </dl>
          <p className="mt-4 text-sm text-text-2">
            <Trans>
              In a terminal, <code>npm run deploy</code> asks for each. Without a terminal: edit{" "}
              <code>wrangler.jsonc</code> in your repository, and add secrets in Cloudflare’s
              dashboard at the Worker, under Settings, Variables and Secrets. Then reload this page.
            </Trans>
          </p>
        </Card>
      </div>
    </main>
  );
}

function EveApplication() {
  return (
    <Card title={t`The application at EVE`}>
      <p className="mb-3 text-sm text-text-2">
        <Trans>
          Create it at{" "}
          <a className="link" href={APPLICATIONS}>
            developers.eveonline.com
          </a>
          , with the connection type “Authentication & API Access”, this callback and these scopes.
        </Trans>
      </p>
      <div className="grid gap-3">
        <Value label={t`Callback URL`} value={`${location.origin}/auth/callback`} />
        <Value label={t`Scopes`} value={APPLICATION_SCOPES.join("\n")} />
      </div>
    </Card>
  );
}

/** Made in this browser: no key of Muster's would be safer than one that has been nowhere else. */
function EncryptionKey() {
  const [key] = useState(makeKey);
  return (
    <Setting name="TOKEN_ENCRYPTION_KEY">
      <Trans>
        A key that your browser has just made, as a secret. Keep a copy where you keep passwords.
      </Trans>
      <div className="mt-2">
        <Value label={t`New key`} value={key} />
      </div>
    </Setting>
  );
}

/** A value to paste elsewhere. One of many lines scrolls, and is copied as a whole. */
function Value({ label, value }: { label: string; value: string }) {
  return (
    <div className="rounded-control border border-line-faint bg-surface-2 px-3 py-2">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm text-text-2">{label}</span>
        <CopyButton text={value} what={label} />
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={label}
        className="mt-1 max-h-40 overflow-y-auto"
      >
        <code className="block text-sm wrap-anywhere whitespace-pre-line select-all">{value}</code>
      </section>
    </div>
  );
}

function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCodePoint(...bytes));
}

function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <code className="text-sm">{name}</code>
      </dt>
      <dd className="text-sm text-text-2">{children}</dd>
    </div>
  );
}
