import { Trans, t } from "#web/language/macros.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate } from "react-router";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink, Spinner } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { FullPage } from "#web/ui/page.tsx";
import {
  failureOf,
  incompleteCallback,
  isUsed,
  reloadedCallback,
  withoutCode,
} from "./callback-failure.ts";
import type { CallbackFailure } from "./callback-failure.ts";
import { callbackQuery } from "./queries.ts";

const SLOW_MS = 4000;
/** Long enough to read two sentences. */
const NOTE_MS = 6000;

/** EVE redirects here after sign-in. The code is removed from the address bar and the history immediately. */
export default function CallbackPage() {
  const [query] = useState(() => new URLSearchParams(location.search));
  const [isReloaded] = useState(() => hasSentCode(history.state));
  const code = query.get("code");
  const state = query.get("state");
  useEffect(
    () => history.replaceState({ ...history.state, ...(code && SENT) }, "", location.pathname),
    [code],
  );

  if (query.has("error")) return <Failure {...withoutCode(query.get("error"))} />;
  if (code && state) return <Completing code={code} state={state} />;
  if (code) return <Late {...incompleteCallback()} />;
  return <Late {...(isReloaded ? reloadedCallback() : withoutCode(null))} />;
}

/** Kept in the entry of the history, which outlives a reload and a tab that a phone has put away. */
const SENT = { hasSentCode: true };

function hasSentCode(state: unknown): boolean {
  return typeof state === "object" && state !== null && "hasSentCode" in state;
}

function Completing({ code, state }: { code: string; state: string }) {
  const { data, error } = useQuery(callbackQuery(useQueryClient(), code, state));
  if (data) return <Navigate to={data.to} state={data.state} replace />;
  if (isUsed(error)) return <Late {...failureOf(error)} />;
  if (error) {
    const mergeId = error instanceof ApiError ? error.mergeId : undefined;
    return <Failure {...failureOf(error)} mergeId={mergeId} />;
  }
  return <Waiting />;
}

/** EVE's answer can no longer sign in. A visitor with a session goes to the dashboard. */
function Late(failure: CallbackFailure) {
  const { user, isPending } = useSession();
  const isSignedIn = user !== null;
  useEffect(() => {
    if (!isSignedIn) return;
    toast.success(t`You are already logged in. If a character is missing, link it again.`, NOTE_MS);
  }, [isSignedIn]);
  if (isSignedIn) return <Navigate to={paths.dashboard} replace />;
  return isPending ? <Waiting /> : <Failure {...failure} />;
}

function Waiting() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <FullPage title={t`Completing authentication...`} pageTitle={t`Signing in`}>
      <p className="bg-void text-text-2">
        {t`Please wait while we verify your EVE Online identity`}
      </p>
      <Spinner size={24} />
      <output className="min-h-12 text-sm text-text-2">
        {isSlow && t`EVE is slow to respond. You do not need to do anything.`}
      </output>
    </FullPage>
  );
}

type FailureProps = CallbackFailure & { mergeId?: string | undefined };

/** Two accounts that stand in each other's way can be merged. */
function Failure({ message, hint, requestId, mergeId }: FailureProps) {
  return (
    <FullPage title={t`Authentication Failed`}>
      {mergeId !== undefined && (
        <h2 className="bg-void text-xl">{t`You have two accounts here`}</h2>
      )}
      <p role="alert" className="bg-void text-text-2">
        {message}
        {hint && <span className="mt-2 block text-sm">{hint}</span>}
      </p>
      {requestId && (
        <p className="bg-void text-sm text-text-2">
          <Trans>Request {requestId}</Trans>
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {mergeId !== undefined && (
          <ButtonLink variant="primary" to={paths.mergeAccounts(mergeId)}>
            {t`See what merging does`}
          </ButtonLink>
        )}
        <ButtonLink variant={mergeId === undefined ? "primary" : "default"} to={paths.home}>
          {t`Return to Home`}
        </ButtonLink>
      </div>
    </FullPage>
  );
}
