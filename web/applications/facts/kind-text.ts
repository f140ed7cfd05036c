import { t } from "#web/language/macros.ts";
import type { FactKind } from "#shared/applications/facts.ts";

export function kindText(kind: FactKind): string {
  switch (kind) {
    case "yes_no":
      return t`Yes or no`;
    case "number":
      return t`Number`;
    case "date":
      return t`Date`;
    case "one_of":
      return t`One of some`;
  }
}
