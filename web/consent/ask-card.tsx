import { Trans, ph, t } from "#web/language/macros.ts";
import type { ReactNode } from "react";
import type { ConsentQuestion } from "#shared/applications/consent.ts";
import { useSession } from "#web/lib/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sentence } from "#web/ui/text.tsx";
import { ConsentActions, ConsentFrame, OtherAccount } from "./consent-frame.tsx";
import { hiddenFacts, learnedFacts } from "./consent-facts.ts";

type AskCardProps = {
  question: Extract<ConsentQuestion, { state: "ask" }>;
  /** Which answer is being sent. */
  pending: "allow" | "deny" | undefined;
  failure: string | undefined;
  onDecide: (decision: "allow" | "deny") => void;
};

/** What the application will know, with the user's own values, before anything is sent. */
export function AskCard({ question, pending, failure, onDecide }: AskCardProps) {
  const { application, will } = question;
  const { main } = useSession();
  return (
    <ConsentFrame
      title={
        <Trans>
          Sign in to <bdi>{ph({ applicationName: application.name })}</bdi>?
        </Trans>
      }
      pageTitle={t`Sign in to ${ph({ applicationName: application.name })}`}
      characterId={main?.characterId ?? null}
      subtitle={
        <>
          {main && (
            <p className="text-sm text-text-2">
              <Trans>
                as{" "}
                <bdi className="font-medium text-text-2">
                  {ph({ characterName: main.characterName })}
                </bdi>{" "}
                · <OtherAccount>not you?</OtherAccount>
              </Trans>
            </p>
          )}
          {application.description !== null && (
            <p dir="auto" className="mt-2 text-sm wrap-anywhere whitespace-pre-line">
              {application.description}
            </p>
          )}
        </>
      }
    >
      <div className="grid gap-4 border-t border-line-faint px-6 py-4">
        <Facts title={t`It will know`}>
          {learnedFacts(will).map(({ key, title, values }) => (
            <Fact key={key} icon="check" title={title}>
              <Sentence isPlain pieces={values} />
            </Fact>
          ))}
        </Facts>
        <Facts title={t`It will not know`}>
          <Fact icon="close" title={t`Anything else`}>
            {hiddenFacts(will)}
          </Fact>
        </Facts>
      </div>
      <ConsentActions>
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        <Button
          variant="primary"
          size="lg"
          isBusy={pending === "allow"}
          isDisabled={pending === "deny"}
          busyLabel={t`Continuing...`}
          onClick={() => onDecide("allow")}
        >
          {t`Continue`}
        </Button>
        <Button
          variant="ghost"
          isBusy={pending === "deny"}
          isDisabled={pending === "allow"}
          busyLabel={t`Cancelling...`}
          onClick={() => onDecide("deny")}
        >
          {t`Cancel`}
        </Button>
        <p className="text-center text-xs text-pretty text-text-2">
          <Trans>
            You go back to{" "}
            <b className="font-medium wrap-anywhere text-text-2">
              {ph({ host: application.host })}
            </b>
            . Muster asks once; you can end it under My access at any time.
          </Trans>
        </p>
      </ConsentActions>
    </ConsentFrame>
  );
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="font-ui text-sm font-medium tracking-normal">{title}</h2>
      <ul className="grid gap-2.5">{children}</ul>
    </section>
  );
}

type FactProps = { icon: "check" | "close"; title: string; children: ReactNode };

function Fact({ icon, title, children }: FactProps) {
  return (
    <li className="flex gap-3">
      <span className={icon === "check" ? "mt-0.5 text-ok" : "mt-0.5 text-text-2"}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-sm wrap-anywhere text-text-2">{children}</p>
      </div>
    </li>
  );
}
