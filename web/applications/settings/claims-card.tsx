import { ph, t, msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import type { Claim } from "#shared/applications/claims.ts";
import { scopesFor } from "#shared/applications/claims.ts";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Check } from "#web/ui/form/choices.tsx";
import { SwitchRow } from "#web/applications/fields.tsx";
import { useSetting } from "#web/applications/queries.ts";
import type { Message } from "#shared/language/messages.ts";

/** Which facts about a person the application is told. */
export function ClaimsCard({ application }: { application: Application }) {
  const { save, isPending, failure } = useSetting(application);
  const [wanted, setWanted] = useState<Claim[]>([]);
  // The box changes at once, and back if the server refuses.
  const claims = isPending ? wanted : application.claims;
  const toggle = (claim: Claim, isOn: boolean) => {
    const next = isOn ? [...claims, claim] : claims.filter((other) => other !== claim);
    setWanted(next);
    save({ claims: next });
  };
  return (
    <Card
      isFlush
      anchor="application-claims"
      title={t`Claims`}
      actions={<span className="text-sm text-text-2">{t`No more than it needs`}</span>}
    >
      <ul className="divide-y divide-line-faint">
        <ClaimRow
          name="sub"
          text={t`Always sent. Stays the same when the main changes.`}
          isChecked
          isDisabled
        />
        {CLAIM_TEXTS.map(({ claim, text }) => (
          <ClaimRow
            key={claim}
            name={claim}
            text={say(text)}
            isChecked={claims.includes(claim)}
            isDisabled={isPending}
            onChange={(isOn) => toggle(claim, isOn)}
          />
        ))}
      </ul>
      <div className="border-t border-line-faint px-4 py-3">
        <SwitchRow
          label={t`Only what it asks for`}
          hint={t`It asks with scopes: all of these claims need “${ph({ scopes: scopesFor(claims).join(" ") })}”. Switch it off for a program whose scopes are fixed, such as Wiki.js: then it gets all of them.`}
          isOn={application.claimsByScope}
          isBusy={isPending}
          onChange={(isOn) => save({ claimsByScope: isOn })}
        />
      </div>
      {failure !== undefined && (
        <div className="p-4">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
    </Card>
  );
}

type ClaimRowProps = {
  name: string;
  text: string;
  isChecked: boolean;
  isDisabled: boolean;
  onChange?: (isOn: boolean) => void;
};

function ClaimRow({ name, text, isChecked, isDisabled, onChange }: ClaimRowProps) {
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 has-disabled:cursor-not-allowed">
        <Check
          type="checkbox"
          className="shrink-0"
          checked={isChecked}
          disabled={isDisabled}
          onChange={({ target }) => onChange?.(target.checked)}
        />
        <code className="w-28 shrink-0 text-sm font-semibold">{name}</code>
        <span className="min-w-0 text-sm text-text-2">{text}</span>
      </label>
    </li>
  );
}

/** What each claim tells an application, for administrators. */
export const CLAIM_TEXTS: readonly { claim: Claim; text: Message }[] = [
  { claim: "name", text: msg`The main character: name, preferred_username and eve_character_id` },
  { claim: "picture", text: msg`The portrait of the main` },
  { claim: "corporation", text: msg`Id and name of corporation and alliance` },
  { claim: "groups", text: msg`Only of the groups above` },
  { claim: "characters", text: msg`All linked characters with ids. Players are told so.` },
  {
    claim: "email",
    text: msg`A made-up address that receives no mail, for programs that require one`,
  },
];
