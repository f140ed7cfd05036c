import { Trans, ph, plural, t } from "#web/language/macros.ts";
import type { Application, TestSignIn, TestStep } from "#shared/applications/applications.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeBlock } from "#web/ui/for-programs.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";

type Props = { application: Application; found: TestSignIn; onClose: () => void };

/** Each step of a test, and what the application would get. */
export default function TestSignInDialog({ application, found, onClose }: Props) {
  const { name, claimsByScope } = application;
  const { steps, scopes } = found;
  const isRefused = steps.some(({ step, isOk }) => !isOk && step !== "agreed");
  return (
    <Dialog
      title={isRefused ? t`You could not sign in` : t`The sign-in works`}
      description={t`Your sign-in at ${name} was tried up to the ID token. No code, session or consent was created.`}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
      onClose={onClose}
    >
      <ol aria-label={t`Steps`} className="grid gap-2">
        {steps.map(({ step, isOk }) => (
          <li key={step} className="flex items-start gap-2.5 text-sm">
            <OutcomeMark tone={isOk ? "met" : step === "agreed" ? "info" : "unmet"} />
            <span className="min-w-0 pt-0.5">{STEP_TEXTS[step](application)[isOk ? 0 : 1]}</span>
          </li>
        ))}
      </ol>
      {scopes.length > 0 && (
        <section aria-label={t`Claims`} className="mt-5 grid grid-cols-1 gap-3 pb-1">
          <h3 className="font-ui text-md font-medium tracking-normal">{t`What it would get`}</h3>
          {!claimsByScope && (
            <p className="text-sm text-text-2">
              {t`All of it, whatever it asks for: “Only what it asks for” is off.`}
            </p>
          )}
          {scopes.map(({ scope, claims }) => (
            <div key={scope} className="grid grid-cols-1 gap-1">
              <p className="text-xs text-text-2">
                <Trans>
                  With the scope <code className="font-semibold text-text-2">{scope}</code>
                </Trans>
              </p>
              <CodeBlock label={t`Claims of ${scope}`}>{claimText(claims)}</CodeBlock>
            </div>
          ))}
        </section>
      )}
    </Dialog>
  );
}

/** A claim is a line, and so is each character. */
function claimText(claims: TestSignIn["scopes"][number]["claims"]): string {
  const lines = Object.entries(claims).flatMap(([name, value]) =>
    name === "characters" && Array.isArray(value)
      ? [`${name}:`, ...value.map((item) => `  ${JSON.stringify(item)}`)]
      : [`${name}: ${JSON.stringify(value)}`],
  );
  return lines.join("\n") || t`Nothing is known`;
}

/** What is said of a step that went well, and of one that did not. */
const STEP_TEXTS: Record<TestStep, (application: Application) => readonly [string, string]> = {
  on: () => [
    t`The application is switched on.`,
    t`The application is switched off: Muster refuses every sign-in.`,
  ],
  redirect: ({ redirectUris }) => [
    t`It has ${plural({ count: redirectUris.length }, { one: "# redirect URI", other: "# redirect URIs" })}.`,
    t`It has no redirect URI, so no player can be sent back to it. Add one.`,
  ],
  member: ({ requiredGroup }) =>
    requiredGroup === null
      ? [
          t`Every member of the community may sign in, and you are one.`,
          t`Only members of the community may sign in, and you are a guest.`,
        ]
      : [
          requiredGroup.name === null
            ? t`You are a member of the group that it requires.`
            : t`You are a member of ${ph({ groupName: requiredGroup.name })}, which it requires.`,
          requiredGroup.name === null
            ? t`The group that it requires was deleted, so no player may sign in.`
            : t`You are not a member of ${ph({ groupName: requiredGroup.name })}, which it requires.`,
        ],
  agreed: () => [
    t`You have agreed to these claims before, so Muster does not ask.`,
    t`You have not agreed yet: Muster would ask you first.`,
  ],
  signed: () => [
    t`Muster has signed an ID token.`,
    t`The first signing keys are being made. Try again in a minute.`,
  ],
  read: () => [
    t`Its signature and its claims hold with the published keys.`,
    t`It could not be read back with the published keys.`,
  ],
};
