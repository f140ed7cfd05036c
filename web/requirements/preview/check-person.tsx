import { Trans, msg, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useQuery, queryOptions } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import type { CheckedUser, PreviewKind, Rule } from "#shared/requirements/rule.ts";
import { useCharacterSuggestions } from "#web/eve/character-search.tsx";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { reasonOf } from "#web/lib/api/api-error.ts";
import { useNow } from "#web/lib/time.ts";
import { causesText } from "#web/requirements-text/cause-text.ts";
import { Button } from "#web/ui/button.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";
import { Sentence } from "#web/ui/text.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { groupKeys } from "#web/memberships/queries.ts";
import { api, body } from "#web/lib/api/api.ts";

/** What saving the rule does with the user who has a character of this name. */
function checkQuery(id: string, rule: Rule | null, characterName: string) {
  return queryOptions({
    queryKey: [...groupKeys.one(id), "check", JSON.stringify(rule), characterName],
    queryFn: ({ signal }) =>
      body(
        api.groups[":id"].requirements.check.$post(
          { param: { id }, json: { rule, characterName } },
          { init: { signal } },
        ),
      ),
    retry: false,
    staleTime: 60_000,
  });
}

type CheckPersonProps = {
  groupId: string;
  /** The rule as it was last previewed. */
  rule: Rule | null;
  canUseAll: boolean;
};

/** What the rule makes of one person, found by the name of a character. Follows the rule while it is edited. */
export default function CheckPerson({ groupId, rule, canUseAll }: CheckPersonProps) {
  const [name, setName] = useState("");
  const [checked, setChecked] = useState("");
  const { suggestions, note } = useCharacterSuggestions(name.trim());
  const { data, error, isFetching } = useQuery({
    ...checkQuery(groupId, rule, checked),
    enabled: checked !== "",
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setChecked(name.trim());
  }
  return (
    <section className="grid gap-3 border-t border-line-faint px-4 pt-3 pb-4">
      <form noValidate onSubmit={onSubmit} className="grid gap-2">
        <SuggestField
          label={t`Check one person`}
          hint={canUseAll ? t`Name of any character` : t`Main of a member or applicant`}
          value={name}
          suggestions={suggestions}
          note={note}
          error={error && !isFetching ? reasonOf(error) : undefined}
          onChange={setName}
        />
        <Button
          type="submit"
          size="sm"
          className="justify-self-start"
          isBusy={isFetching}
          busyLabel={t`Checking...`}
        >
          {t`Check`}
        </Button>
      </form>
      <output className="empty:hidden">
        {data && checked !== "" && !isFetching && (
          <Checked user={data.user} name={checked} canUseAll={canUseAll} />
        )}
      </output>
    </section>
  );
}

type CheckedProps = { user: CheckedUser | null; name: string; canUseAll: boolean };

function Checked({ user, name, canUseAll }: CheckedProps) {
  const now = useNow("minute");
  if (user === null) {
    return (
      <p className="text-sm wrap-anywhere text-text-2">
        {canUseAll ? (
          <Trans>
            No account has a character named <bdi>{name}</bdi>.
          </Trans>
        ) : (
          <Trans>
            No member or applicant has a main named <bdi>{name}</bdi>.
          </Trans>
        )}
      </p>
    );
  }
  const { mainCharacterId, mainCharacterName, outcome, causes, graceEndsAt, kind } = user;
  return (
    <div className="grid gap-1">
      <PilotName characterId={mainCharacterId} name={mainCharacterName} size={24} />
      <div className="grid min-w-0 gap-1 ps-8.5">
        <p className="flex gap-1.5 text-sm">
          <OutcomeMark tone={outcome} />
          <span>
            {effectOf(user)}
            {kind === "grace" && graceEndsAt && (
              <>
                {sentenceGap()}
                <Trans>
                  It ends on <EveMoment at={graceEndsAt} />.
                </Trans>
              </>
            )}
          </span>
        </p>
        {outcome !== "met" && (
          <p className="text-sm leading-snug wrap-anywhere text-text-2">
            <Sentence pieces={causesText(causes, "other", now)} />
          </p>
        )}
      </div>
    </div>
  );
}

const EFFECTS: Record<PreviewKind, Message> = {
  join: msg`Meets the requirements, and would become a member.`,
  could_join: msg`Meets the requirements, and could join.`,
  grace: msg`Does not meet the requirements, and enters grace.`,
  remove: msg`Does not meet the requirements, and would be removed.`,
  unknown: msg`Not known. The membership stays until Muster can read the fact.`,
  recover: msg`Meets the requirements again, and leaves grace.`,
};

function effectOf({ kind, outcome, isMember }: CheckedUser): string {
  if (kind !== null) return say(EFFECTS[kind]);
  if (outcome === "met") {
    return isMember ? t`Meets the requirements, and stays a member.` : t`Meets the requirements.`;
  }
  if (outcome === "unknown") return t`Not known.`;
  return isMember
    ? t`Does not meet the requirements. Saving changes nothing.`
    : t`Does not meet the requirements.`;
}
