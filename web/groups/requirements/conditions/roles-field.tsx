import { t } from "#web/language/macros.ts";
import { useState } from "react";
import { roleName } from "#web/language/eve-names.ts";
import type { ValueProps } from "./condition-form.tsx";
import { findRoles } from "./find-by-name.ts";
import { SearchList } from "#web/ui/form/search-list.tsx";
import type { Found } from "#web/ui/form/search-list.tsx";

const MOST_FOUND = 10;

export default function RolesField({ condition, onChange, problems }: ValueProps<"roles">) {
  const { roles } = condition;
  const [typed, setTyped] = useState("");
  return (
    <SearchList
      label={t`In-game roles`}
      placeholder={t`Name of a role, such as Station Manager`}
      chosenLabel={t`Chosen roles`}
      chosen={roles.map((role) => ({ key: role, text: roleName(role) }))}
      typed={typed}
      onType={setTyped}
      found={foundFor(typed)}
      error={problems["roles"]}
      onAdd={({ key }) => onChange({ ...condition, roles: [...roles, key] })}
      onRemove={(key) => onChange({ ...condition, roles: roles.filter((role) => role !== key) })}
    />
  );
}

/** All roles are known, so none are searched for. */
function foundFor(typed: string): Found<string> {
  const hits = findRoles(typed);
  return {
    hits: hits.slice(0, MOST_FOUND),
    note: hits.length === 0 ? t`No role matches this name.` : undefined,
  };
}
