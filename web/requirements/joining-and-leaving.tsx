import { Trans, ph, select, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { MAX_GRACE_DAYS } from "#shared/requirements/limits.ts";
import type { Enrolment, Listing } from "#shared/requirements/rule.ts";
import type { EffectiveVisibility } from "#shared/groups/categories.ts";
import type { JoinMode } from "#shared/groups/groups.ts";
import { JOIN_MODE_LABELS } from "#web/lib/labels.ts";
import { Card } from "#web/ui/card.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import { RadioCards } from "#web/ui/form/choices.tsx";
import type { RadioCard } from "#web/ui/form/choices.tsx";
import { useEditor } from "./editor.ts";

type JoiningAndLeavingProps = {
  joinMode: JoinMode;
  visibility: EffectiveVisibility;
  graceError: string | undefined;
};

const listings = (): RadioCard<Listing>[] => [
  {
    value: "everyone",
    label: t`Everyone`,
    hint: t`Players who do not meet the requirements see what is missing.`,
  },
  {
    value: "qualified",
    label: t`Only people who meet the requirements`,
    hint: t`For others, the group does not exist. Members and invited players still see it.`,
  },
];

/** Warns that the choice does not count yet, or hides the group from more players than expected. */
function ListingNote({ visibility }: { visibility: EffectiveVisibility }) {
  const isStricter = visibility === "hidden" || visibility === "system";
  return (
    <p className="text-sm text-text-2">
      {isStricter
        ? t`This group is ${select(visibility, { hidden: "hidden", system: "system", other: "public" })}, so only its members and invited players see it. The choice counts once the group is public.`
        : t`A player for whom a fact is not known does not find the group, unless they found it before.`}
    </p>
  );
}

/** What the requirements do: to those who meet them, and to members who stop meeting them. */
export function JoiningAndLeaving({ joinMode, visibility, graceError }: JoiningAndLeavingProps) {
  const { draft, act, canUseAll } = useEditor();
  const { enrolment, listing, graceDays } = draft;
  const enrolments: RadioCard<Enrolment>[] = [
    {
      value: "manual",
      label: t`May join`,
      hint: t`The join mode still decides how: ${ph({ joinMode: say(JOIN_MODE_LABELS[joinMode]) })}.`,
    },
    {
      value: "automatic",
      label: t`Become members on their own`,
      hint: canUseAll
        ? t`They cannot leave, and are told why. No approval is needed.`
        : t`Only system administrators can choose this.`,
      isDisabled: !canUseAll && enrolment !== "automatic",
    },
  ];
  return (
    <Card anchor="group-joining" title={t`Joining and leaving`}>
      <div className="grid gap-5">
        <RadioCards
          legend={t`People who meet the requirements`}
          options={enrolments}
          value={enrolment}
          onChange={(value) => act({ type: "settings", settings: { enrolment: value } })}
        />
        <RadioCards
          legend={t`Who finds this group`}
          options={listings()}
          value={listing}
          onChange={(value) => act({ type: "settings", settings: { listing: value } })}
        />
        {listing === "qualified" && <ListingNote visibility={visibility} />}
        <div className="grid gap-2">
          <TextField
            label={t`Members who stop meeting them keep their membership for`}
            inputMode="numeric"
            autoComplete="off"
            hint={t`Days of grace, from 0 to ${MAX_GRACE_DAYS}. 0 removes at once.`}
            error={graceError}
            defaultValue={graceDays}
            className="[&_input]:w-20"
            onChange={(event) => {
              const text = event.target.value.trim();
              const days = text === "" ? Number.NaN : Number(text);
              act({ type: "settings", settings: { graceDays: days } });
            }}
          />
          <p className="text-sm text-text-2">
            <Trans>
              They see what to repair and when it ends. A fact that is not known never starts grace.
              The owner is never removed.
            </Trans>
          </p>
        </div>
      </div>
    </Card>
  );
}
