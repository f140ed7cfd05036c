import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { useState } from "react";
import type { Logo } from "#shared/community.ts";
import { EveList } from "#web/groups/requirements/conditions/list-fields.tsx";
import { SelectField } from "#web/ui/form/field.tsx";

type Kind = Logo["kind"] | "none";

const KINDS: { value: Kind; label: Message }[] = [
  { value: "none", label: msg`Muster’s own` },
  { value: "alliance", label: msg`Logo of an alliance` },
  { value: "corporation", label: msg`Logo of a corporation` },
];

type LogoFieldProps = {
  logo: Logo | null;
  logoName: string | null;
  onChange: (logo: Logo | null) => void;
};

/** EVE's image server has the logos, so nothing is uploaded. */
export function LogoField({ logo, logoName, onChange }: LogoFieldProps) {
  const [kind, setKind] = useState<Kind>(logo?.kind ?? "none");
  const [eve, setEve] = useState<RuleNames["eve"]>(
    logo && logoName !== null ? { [logo.id]: logoName } : {},
  );
  return (
    <div className="grid gap-3">
      <SelectField
        anchor="community-logo"
        label={t`Logo`}
        value={kind}
        options={KINDS.map(({ value, label }) => ({ value, label: say(label) }))}
        onChange={(event) => {
          const next = KINDS.find(({ value }) => value === event.target.value)?.value ?? "none";
          setKind(next);
          onChange(null);
        }}
      />
      {kind !== "none" && (
        <EveList
          key={kind}
          kind={kind}
          isSingle
          ids={logo ? [logo.id] : []}
          names={{ eve, groups: {}, titles: {}, servers: {}, skills: {}, facts: {} }}
          learn={(names) => setEve({ ...eve, ...names.eve })}
          error={undefined}
          onChange={([id]) => onChange(id === undefined ? null : { kind, id })}
        />
      )}
    </div>
  );
}
