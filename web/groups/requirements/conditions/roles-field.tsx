import { t } from "#web/language/macros.ts";
import { useState } from "react";
import { CORPORATION_ROLES } from "#shared/requirements/roles.ts";
import { englishRoleName, roleName } from "#web/language/eve-names.ts";
import type { ValueProps } from "./condition-form.tsx";
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
      found={findRoles(typed)}
      error={problems["roles"]}
      onAdd={({ key }) => onChange({ ...condition, roles: [...roles, key] })}
      onRemove={(key) => onChange({ ...condition, roles: roles.filter((role) => role !== key) })}
    />
  );
}

/** All roles are known, so none are searched for. */
function findRoles(typed: string): Found<string> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = CORPORATION_ROLES.map((role) => ({ key: role, text: roleName(role) })).filter(
    ({ key, text }) => {
      const known = `${text} ${englishRoleName(key)}`.toLowerCase();
      return words.every((word) => known.includes(word));
    },
  );
  return {
    hits: hits.slice(0, MOST_FOUND),
    note: hits.length === 0 ? t`No role matches this name.` : undefined,
  };
}
