import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, Spinner } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { FullPage } from "#web/ui/page.tsx";
import { describeFailure, readReturn } from "./link-messages.ts";
import type { LinkFailure } from "./link-messages.ts";
import { completeLinkQuery } from "./queries.ts";

const SHOWN_MS = 2000;
const CLOSING_MS = 500;

/** Discord redirects the popup here, or the tab of a browser without popups. The code is removed from the address bar and the history immediately. */
export default function DiscordCallbackPage() {
  const [sentBack] = useState(() => new URLSearchParams(location.search));
  const [returnTo] = useState(() => readReturn(sentBack.get("state")));
  useEffect(() => history.replaceState(history.state, "", paths.discordCallback), []);

  const { isSuccess, error } = useQuery(completeLinkQuery(sentBack));
  if (isSuccess) return returnTo === undefined ? <Linked /> : <LinkedHere returnTo={returnTo} />;
  if (error) return <Failed {...describeFailure(error)} returnTo={returnTo} />;
  return (
    <FullPage title={t`Linking Discord Account...`} pageTitle={t`Linking Discord`}>
      <Sign className="bg-surface-2 text-text-2">
        <Spinner size={20} />
      </Sign>
      <p className="bg-void text-text-2">
        {t`Please wait while Muster confirms your Discord account.`}
      </p>
    </FullPage>
  );
}

function Linked() {
  const { isClosing, isRefused } = useAutoClose();
  return (
    <Success text={isClosing ? t`Closing window...` : t`You can close this window now.`}>
      {isRefused && <CloseButton />}
    </Success>
  );
}

function LinkedHere({ returnTo }: { returnTo: string }) {
  useEffect(() => {
    const timer = setTimeout(() => leaveTo(returnTo), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [returnTo]);
  return <Success text={t`Returning...`} />;
}

function Success({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <FullPage title={t`Discord Linked Successfully`} pageTitle={t`Discord linked`}>
      <Sign className="bg-ok-dim text-ok">
        <Icon name="check" size={20} />
      </Sign>
      <output className="bg-void text-text-2">{text}</output>
      {children}
    </FullPage>
  );
}

type FailedProps = LinkFailure & { returnTo: string | undefined };

/** Stays open, so that the user can read it. */
function Failed({ message, hint, returnTo }: FailedProps) {
  return (
    <FullPage title={t`Discord Linking Failed`}>
      <Sign className="bg-danger-dim text-danger">
        <Icon name="alert" size={20} />
      </Sign>
      <p role="alert" className="max-w-full bg-void wrap-anywhere text-text-2">
        <Trans>Error: {message}</Trans>
      </p>
      {hint && <p className="bg-void text-text-2">{hint}</p>}
      {returnTo === undefined ? (
        <CloseButton />
      ) : (
        <Button variant="primary" onClick={() => leaveTo(returnTo)}>
          {t`Go back`}
        </Button>
      )}
    </FullPage>
  );
}

/** The same layout in every state, to avoid layout shifts. */
function Sign({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className={cx("grid size-12 place-items-center rounded-control", className)}>
      {children}
    </span>
  );
}

/** Whether the window is about to close. Some browsers refuse; then the user is told to close it, or leaves. */
function useAutoClose() {
  const [isClosing, setIsClosing] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsClosing(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  // Starts when "Closing window..." is shown: on a busy machine both timers may fire together.
  useEffect(() => {
    if (!isClosing) return undefined;
    const timers = [
      setTimeout(() => window.close(), CLOSING_MS),
      setTimeout(() => {
        setIsClosing(false);
        setIsRefused(true);
      }, 2 * CLOSING_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, [isClosing]);
  return { isClosing, isRefused };
}

function CloseButton() {
  return (
    <Button variant="primary" onClick={closeWindow}>
      {t`Close window`}
    </Button>
  );
}

/** Scripts can close only windows that scripts have opened; any other window goes to the dashboard. */
function closeWindow() {
  window.close();
  setTimeout(() => leaveTo(paths.dashboard), CLOSING_MS);
}

/** Loads the document again: this one has no Cross-Origin-Opener-Policy, for the popup, and every other page has (decision 0113). */
function leaveTo(path: string) {
  location.replace(path);
}
