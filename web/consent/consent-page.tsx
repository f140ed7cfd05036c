import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Trans, msg, ph, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { ConsentQuestion } from "#shared/applications/consent.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink, Spinner } from "#web/ui/button.tsx";
import { FullPage } from "#web/ui/page.tsx";
import { api, body } from "#web/lib/api/api.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { keepIntent } from "#web/proof/intent.ts";
import { LoginButton } from "#web/sign-in/login-button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { AskCard } from "./ask-card.tsx";
import { ConsentActions, ConsentFrame } from "./consent-frame.tsx";
import { forgetRequest, keepRequest } from "./kept-request.ts";
import { answerConsentMutation, questionQuery } from "./queries.ts";
import { RefusedCard } from "./refused-card.tsx";

/** An application has sent the player here to sign in. */
export default function ConsentPage() {
  const [query] = useState(() => keepRequest(location.search.slice(1)));
  const { user, isPending } = useSession();
  if (query === "") {
    return (
      <FullPage title={t`No sign-in to finish`} pageTitle={t`Sign in`}>
        <p className="bg-void text-text-2">
          {t`Start at the application that you want to sign in to: it sends you here.`}
        </p>
        <ButtonLink to={paths.access}>{t`My access`}</ButtonLink>
      </FullPage>
    );
  }
  if (isPending) return <Waiting />;
  return <Request key={user?.id} query={query} userId={user?.id} />;
}

type RequestProps = { query: string; userId: string | undefined };

function Request({ query, userId }: RequestProps) {
  const { data, error, refetch } = useQuery(questionQuery(query, userId));
  if (error) {
    return (
      <FullPage title={t`The sign-in could not be prepared`} pageTitle={t`Sign in`}>
        <p role="alert" className="bg-void text-text-2">
          {messageOf(error, t`Muster could not be reached.`)}
          {sentenceGap()}
          {t`Nothing was sent.`}
        </p>
        <Button onClick={() => void refetch()}>{t`Try again`}</Button>
      </FullPage>
    );
  }
  if (!data) return <Waiting />;
  return <Question query={query} question={data} />;
}

type QuestionProps = { query: string; question: ConsentQuestion };

function Question({ query, question }: QuestionProps) {
  const [decision, setDecision] = useState<"allow" | "deny">();
  const [goal, setGoal] = useState<string>();
  const { act, failure } = useAction(answerConsentMutation, t`The answer could not be sent`);
  if (goal !== undefined) return <Leaving url={goal} />;
  const decide = (chosen: "allow" | "deny") => {
    setDecision(chosen);
    void act(
      { query, decision: chosen },
      { onSuccess: ({ url }) => setGoal(url), onRefusal: () => setDecision(undefined) },
    );
  };
  switch (question.state) {
    case "redirect":
      return <Leaving url={question.url} />;
    case "consented":
      return (
        <Consented
          name={question.application.name}
          failure={failure}
          onAllow={() => decide("allow")}
        />
      );
    case "invalid":
      return <Invalid reason={question.reason} />;
    case "sign_in":
      return <SignIn application={question.application} />;
    case "prove":
      return <ProveCard application={question.application} />;
    case "ask":
      return <AskCard question={question} pending={decision} failure={failure} onDecide={decide} />;
    case "refused":
      return <RefusedCard question={question} onLeave={() => setGoal(question.backUrl)} />;
  }
}

type ConsentedProps = { name: string; failure: string | undefined; onAllow: () => void };

/** The user has agreed before: the page answers by itself. */
function Consented({ name, failure, onAllow }: ConsentedProps) {
  // oxlint-disable-next-line react/exhaustive-deps -- once for each question
  useEffect(onAllow, [name]);
  if (failure === undefined) return <Waiting />;
  return (
    <FullPage title={t`The sign-in to ${name} failed`} pageTitle={t`Sign in`}>
      <p role="alert" className="bg-void text-text-2">
        {failure} {t`Nothing was sent.`}
      </p>
      <Button onClick={onAllow}>{t`Try again`}</Button>
    </FullPage>
  );
}

type SignInProps = Pick<Extract<ConsentQuestion, { state: "sign_in" }>, "application">;

/** A visitor logs in first, and comes back to the question. */
function SignIn({ application }: SignInProps) {
  return (
    <ConsentFrame
      title={
        <Trans>
          Log in to continue to <bdi>{ph({ applicationName: application.name })}</bdi>
        </Trans>
      }
      pageTitle={t`Log in for ${ph({ applicationName: application.name })}`}
      characterId={null}
      subtitle={<p>{t`It asks who you are. After the login you see what it would learn.`}</p>}
    >
      <ConsentActions>
        <div className="mx-auto w-fit">
          <LoginButton returnTo={paths.consent} />
        </div>
        <p className="text-center text-xs text-text-2">{t`Nothing is sent before you allow it.`}</p>
      </ConsentActions>
    </ConsentFrame>
  );
}

const REASONS: Record<Extract<ConsentQuestion, { state: "invalid" }>["reason"], Message> = {
  unknown_application: msg`Muster does not know the application that sent you here. Its administrator entered a wrong client id, or it was deleted.`,
  redirect_uri: msg`The application wants you back at an address that is not registered for it. Its administrator can add the address here.`,
  off: msg`An administrator has switched this application off.`,
};

function Invalid({ reason }: { reason: keyof typeof REASONS }) {
  return (
    <FullPage title={t`This sign-in cannot go on`} pageTitle={t`Sign in`}>
      <p role="alert" className="bg-void text-text-2">
        {say(REASONS[reason])} {t`Nothing was sent.`}
      </p>
      <ButtonLink to={paths.dashboard}>{t`Dashboard`}</ButtonLink>
    </FullPage>
  );
}

/** Without an entry in the history: going back would ask again. */
function Leaving({ url }: { url: string }) {
  useEffect(() => {
    // StrictMode runs an effect twice at once, and the application would be called twice with one code.
    const timer = setTimeout(() => {
      forgetRequest();
      location.replace(url);
    });
    return () => clearTimeout(timer);
  }, [url]);
  return <Waiting />;
}

function Waiting() {
  return (
    <FullPage title={t`One moment...`} pageTitle={t`Sign in`}>
      <Spinner size={24} />
    </FullPage>
  );
}

type ProveCardProps = Pick<Extract<ConsentQuestion, { state: "prove" }>, "application">;

/** The application wants a sign-in at EVE from now, not one from last week. */
function ProveCard({ application }: ProveCardProps) {
  const { user, main } = useSession();
  const proof = useAuthorization(async () => {
    const answer = await body(api.auth.proof.start.$post());
    if (user) keepIntent(user.id, { act: "continueSignIn", input: null });
    return answer;
  });
  return (
    <ConsentFrame
      title={t`Confirm with EVE that this is you`}
      pageTitle={t`Confirm for ${ph({ applicationName: application.name })}`}
      characterId={main?.characterId ?? null}
      subtitle={
        <p>
          {main ? (
            <Trans>
              <bdi>{ph({ applicationName: application.name })}</bdi> asks for a new sign-in as{" "}
              <bdi>{ph({ characterName: main.characterName })}</bdi>.
            </Trans>
          ) : (
            <Trans>
              <bdi>{ph({ applicationName: application.name })}</bdi> asks for a new sign-in.
            </Trans>
          )}
        </p>
      }
    >
      <ConsentActions>
        {proof.error && (
          <Alert tone="danger">
            {messageOf(proof.error, t`EVE’s sign-in could not be started. Try again.`)}
          </Alert>
        )}
        <Button
          variant="primary"
          size="lg"
          isBusy={proof.isBusy}
          busyLabel={t`Redirecting...`}
          onClick={() => proof.start()}
        >
          {t`Continue to EVE`}
        </Button>
      </ConsentActions>
    </ConsentFrame>
  );
}
