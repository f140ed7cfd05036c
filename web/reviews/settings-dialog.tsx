import { plural, t } from "#web/language/macros.ts";
import { useState } from "react";
import type { ReviewSettings, Silence } from "#shared/groups/reviews.ts";
import { MAX_REVIEW_MONTHS } from "#shared/groups/review-limits.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { SelectField } from "#web/ui/form/field.tsx";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { saveSettingsMutation } from "./queries.ts";

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
export default function SettingsDialog({ groupId, settings, onClose }: SettingsDialogProps) {
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
export function SilenceField(props: { value: Silence; onChange: (silence: Silence) => void }) {
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
