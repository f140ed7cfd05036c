import { t } from "#web/language/macros.ts";
import { SelectField } from "#web/ui/form/field.tsx";
import type { ValueProps } from "./condition-form.tsx";
import { EveList } from "./list-fields.tsx";
import { NumberField } from "./number-field.tsx";

/** A standing as the contacts of a managed corporation, or of the alliance of one, say. */
export default function StandingField(props: ValueProps<"standing">) {
  const { condition, onChange, learn, names, problems } = props;
  const { minimum, of, ownerId } = condition;
  return (
    <div className="grid gap-3">
      <NumberField
        label={t`Standing of at least`}
        hint={t`From -10 to 10. Contacts are usually set to 5 or 10.`}
        value={minimum}
        isZeroShown
        error={problems["minimum"]}
        onChange={(next) => onChange({ ...condition, minimum: next })}
      />
      <SelectField
        label={t`Whose contacts`}
        value={of}
        options={[
          { value: "corporation", label: t`Those of a managed corporation` },
          { value: "alliance", label: t`Those of the alliance of a managed corporation` },
        ]}
        onChange={() =>
          onChange({ ...condition, of: of === "alliance" ? "corporation" : "alliance", ownerId: 0 })
        }
      />
      <EveList
        key={of}
        kind={of}
        isSingle
        ids={ownerId > 0 ? [ownerId] : []}
        names={names}
        learn={learn}
        error={problems["ownerId"] && t`Choose whose contacts decide.`}
        onChange={([id = 0]) => onChange({ ...condition, ownerId: id })}
      />
    </div>
  );
}
