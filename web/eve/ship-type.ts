import { ph, t } from "#web/language/macros.ts";
import { typeName } from "#web/language/eve-names.ts";

/** "Astero", or the number of a type that has no name yet. */
export const shipType = (ship: { typeId: number; typeName: string | null }): string =>
  ship.typeName === null
    ? t`Type ${ph({ typeId: ship.typeId })}`
    : typeName(ship.typeId, ship.typeName);
