import { Trans } from "#web/language/macros.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";

/** Replaces the login button while the installation is not configured, with hints for its operator. */
export default function NotConfigured({ message }: { message: string }) {
  return (
    <main tabIndex={-1} className="grid flex-1 items-center px-gutter py-8">
      <div className="grid max-w-160 gap-5">
        <h1 className="w-fit bg-void text-3xl">
          <Trans>Almost there</Trans>
        </h1>
        <Alert tone="warn" title={message}>
          <Trans>
            Logins are not possible until that is done. If you run this site:{" "}
            <code>npm run deploy</code> asks for what is missing and sets it; the README says what
            each variable is for. Then reload this page.
          </Trans>
        </Alert>
        <p className="w-fit bg-void text-text-2">
          <Trans>If you came to log in: this site is still being set up.</Trans>
        </p>
      </div>
    </main>
  );
}
