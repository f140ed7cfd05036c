import type { Community } from "#shared/community.ts";
import { community } from "#worker/db/schema/community.ts";
import { orm, prepareAtStart } from "#worker/db/statements.ts";

/** How the community presents itself, to visitors too. */
export const selectIdentity = prepareAtStart(
  { name: community.name, welcome: community.welcome, logo: community.logo },
  (fields) => orm.select(fields).from(community),
);

/** Undefined while nothing is set: then Muster presents itself. */
export function presentIdentity(row: Community | undefined): Community | undefined {
  const isSet = row !== undefined && Object.values(row).some((value) => value !== null);
  return isSet ? row : undefined;
}
