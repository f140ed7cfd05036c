import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { ConsentQuestion } from "#shared/applications/consent.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FullPage } from "#web/ui/page/full-page.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { AskCard } from "./ask-card.tsx";
import { ConsentActions, ConsentFrame } from "./consent-frame.tsx";
import { forgetRequest, keepRequest } from "./kept-request.ts";
import { ProveCard } from "./prove-card.tsx";
import { answerMutation, questionQuery } from "./queries.ts";
import { RefusedCard } from "./refused-card.tsx";

/** Starts the login at EVE: a button of another feature. */
type Props = { loginButton: ReactNode };

/** An application has sent the player here to sign in. */
export default function ConsentPage({ loginButton }: Props) {
  const [query] = useState(() => keepRequest(location.search.slice(1)));
  const { user, isPending } = useSession();
  if (query === "") {
    return (
      <FullPage title="No sign-in to finish" pageTitle="Sign in">
        <p className="bg-void text-text-2">
          Start at the application that you want to sign in to: it sends you here.
        </p>
        <ButtonLink to={paths.access}>My access</ButtonLink>
      </FullPage>
    );
  }
  if (isPending) return <Waiting />;
  return <Request key={user?.id} query={query} userId={user?.id} loginButton={loginButton} />;
}

type RequestProps = Props & { query: string; userId: string | undefined };

function Request({ query, userId, loginButton }: RequestProps) {
  const { data, error, refetch } = useQuery(questionQuery(query, userId));
  if (error) {
    return (
      <FullPage title="The sign-in could not be prepared" pageTitle="Sign in">
        <p role="alert" className="bg-void text-text-2">
          {messageOf(error, "Muster could not be reached.")} Nothing was sent.
        </p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </FullPage>
    );
  }
  if (!data) return <Waiting />;
  return <Question query={query} question={data} loginButton={loginButton} />;
}

type QuestionProps = Props & { query: string; question: ConsentQuestion };

function Question({ query, question, loginButton }: QuestionProps) {
  const [decision, setDecision] = useState<"allow" | "deny">();
  const [goal, setGoal] = useState<string>();
  const { act, failure } = useAction(answerMutation, "The answer could not be sent");
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
      return <SignIn application={question.application} loginButton={loginButton} />;
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
    <FullPage title={`The sign-in to ${name} failed`} pageTitle="Sign in">
      <p role="alert" className="bg-void text-text-2">
        {failure} Nothing was sent.
      </p>
      <Button onClick={onAllow}>Try again</Button>
    </FullPage>
  );
}

type SignInProps = Props & Pick<Extract<ConsentQuestion, { state: "sign_in" }>, "application">;

/** A visitor logs in first, and comes back to the question. */
function SignIn({ application, loginButton }: SignInProps) {
  return (
    <ConsentFrame
      title={
        <>
          Log in to continue to <bdi>{application.name}</bdi>
        </>
      }
      pageTitle={`Log in for ${application.name}`}
      characterId={null}
      subtitle={<p>It asks who you are. After the login you see what it would learn.</p>}
    >
      <ConsentActions>
        <div className="mx-auto w-fit">{loginButton}</div>
        <p className="text-center text-xs text-text-2">Nothing is sent before you allow it.</p>
      </ConsentActions>
    </ConsentFrame>
  );
}

const REASONS: Record<Extract<ConsentQuestion, { state: "invalid" }>["reason"], string> = {
  unknown_application:
    "Muster does not know the application that sent you here. Its administrator entered a wrong client id, or it was deleted.",
  redirect_uri:
    "The application wants you back at an address that is not registered for it. Its administrator can add the address here.",
  off: "An administrator has switched this application off.",
};

function Invalid({ reason }: { reason: keyof typeof REASONS }) {
  return (
    <FullPage title="This sign-in cannot go on" pageTitle="Sign in">
      <p role="alert" className="bg-void text-text-2">
        {REASONS[reason]} Nothing was sent.
      </p>
      <ButtonLink to={paths.dashboard}>Dashboard</ButtonLink>
    </FullPage>
  );
}

/** Without an entry in the history: going back would ask again. */
function Leaving({ url }: { url: string }) {
  useEffect(() => {
    forgetRequest();
    location.replace(url);
  }, [url]);
  return <Waiting />;
}

function Waiting() {
  return (
    <FullPage title="One moment..." pageTitle="Sign in">
      <Spinner size={24} />
    </FullPage>
  );
}
