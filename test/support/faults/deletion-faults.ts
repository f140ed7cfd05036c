import { all, DISCORD, SSO } from "./fault-classes.ts";
import type { Row } from "./fault-table.ts";

const HOUR = 3601;

/** The account is always deleted. The grants are revoked when EVE and Discord answer again. */
export const ACCOUNT_DELETION = {
  covers: ["DELETE /api/account", "account-erasure"],
  like: "a pilot logs in",
  well: "204, 0 to revoke",
  sso: {
    at: ["/revoke$"],
    ...all([...SSO], "204, 1 to revoke", HOUR),
    late: { says: "204, 0 to revoke" },
    // It needs no token.
    incomplete: { says: "204, 0 to revoke" },
    forged: { says: "204, 0 to revoke" },
  },
  discord: {
    at: ["/revoke$"],
    ...all([...DISCORD], "204, 1 to revoke", HOUR),
    late: { says: "204, 0 to revoke" },
    unreadable: { says: "204, 0 to revoke" },
  },
} satisfies Row;
