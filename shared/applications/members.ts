import * as z from "zod/mini";

/** What an application does with members. */
export const memberActSchema = z.enum(["add", "remove", "set_end"]);
export type MemberAct = z.infer<typeof memberActSchema>;
