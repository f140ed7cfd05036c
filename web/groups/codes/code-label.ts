import { t } from "#web/language/macros.ts";
import type { InviteCode } from "#shared/groups/invitations.ts";

/** "the code ABCDE12345" */
export function labelOf({ code }: InviteCode): string {
  return code === null ? t`the code that cannot be decrypted` : t`the code ${code}`;
}
