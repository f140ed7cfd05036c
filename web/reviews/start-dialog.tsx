import { t, plural } from "#web/language/macros.ts";
import { useState } from "react";
import { MAX_REVIEW_DAYS, REVIEW_DAYS, MAX_REVIEW_MONTHS } from "#shared/groups/limits.ts";
import type { Silence, ReviewSettings } from "#shared/groups/reviews.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { TextField, SelectField } from "#web/ui/form/form.tsx";
import { startReviewMutation, saveSettingsMutation } from "./queries.ts";
import { RadioCards } from "#web/ui/form/choices.tsx";

type StartDialogProps = { groupId: string; silence: Silence; onClose: () => void };

/** Opens a review of one group. */
export default function StartDialog({ groupId, silence: before, onClose }: StartDialogProps) {
  const { days, silence, fields } = useTerms(before);
  const confirmation = useConfirmedChange(
    startReviewMutation,
    { groupId, silence, days },
    { done: t`The review is open`, failed: t`The review could not be opened.`, onClose },
  );
  return (
    <ConfirmDialog
      {...confirmation}
      title={t`Start a review`}
      confirmLabel={t`Start`}
      busyLabel={t`Starting...`}
    >
      {fields}
    </ConfirmDialog>
  );
}

/** How long a review is open, and what silence means. */
export function useTerms(before: Silence = "keep") {
  const [days, setDays] = useState(String(REVIEW_DAYS));
  const [silence, setSilence] = useState(before);
  const fields = (
    <>
      <TextField
        type="number"
        label={t`Days until it ends`}
        min={1}
        max={MAX_REVIEW_DAYS}
        required
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
      <SilenceField value={silence} onChange={setSilence} />
    </>
  );
  return { days: Number(days), silence, fields };
}

type SettingsDialogProps = { groupId: string; settings: ReviewSettings; onClose: () => void };

const everyOptions = () => [
  { value: "", label: t`Only when asked for` },
  ...Array.from({ length: MAX_REVIEW_MONTHS }, (_, index) => ({
    value: String(index + 1),
    label:
      index === 0
        ? t`Every month`
        : plural({ months: index + 1 }, { one: "Every month", other: "Every # months" }),
  })),
];

/** How often the members are reviewed, and what silence means. */
export function SettingsDialog({ groupId, settings, onClose }: SettingsDialogProps) {
  const [every, setEvery] = useState(String(settings.everyMonths ?? ""));
  const [silence, setSilence] = useState(settings.silence);
  const confirmation = useConfirmedChange(
    saveSettingsMutation,
    { groupId, everyMonths: every === "" ? null : Number(every), silence },
    { done: t`Saved`, failed: t`The settings could not be saved.`, onClose },
  );
  return (
    <ConfirmDialog
      {...confirmation}
      title={t`Reviews`}
      confirmLabel={t`Save`}
      busyLabel={t`Saving...`}
    >
      <SelectField
        label={t`Review the members`}
        hint={t`A review opens by itself, and you have 14 days to finish it.`}
        options={everyOptions()}
        value={every}
        onChange={({ target }) => setEvery(target.value)}
      />
      <SilenceField value={silence} onChange={setSilence} />
    </ConfirmDialog>
  );
}

/** What happens to members of whom nothing was decided. */
function SilenceField(props: { value: Silence; onChange: (silence: Silence) => void }) {
  return (
    <RadioCards
      legend={t`Members without a decision`}
      options={[
        { value: "keep", label: t`Stay`, hint: t`Only a decision removes a member.` },
        {
          value: "remove",
          label: t`Are removed`,
          hint: t`When the review ends. Large numbers wait for an administrator.`,
        },
      ]}
      {...props}
    />
  );
}
