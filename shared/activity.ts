import * as z from "zod/mini";

export const groupEventKindSchema = z.enum([
  "category_created",
  "category_updated",
  "category_deleted",
  "group_created",
  "group_updated",
  "group_deleted",
  "ownership_transferred",
  "admin_appointed",
  "admin_dismissed",
  "member_joined",
  "member_left",
  "member_removed",
  "request_made",
  "request_withdrawn",
  "request_approved",
  "request_rejected",
  "invitation_sent",
  "invitation_accepted",
  "invitation_declined",
  "invitation_revoked",
  "invitation_expired",
  "code_created",
  "code_revoked",
  "code_redeemed",
]);
export type GroupEventKind = z.infer<typeof groupEventKindSchema>;

/** What an event says besides who did what to whom. */
export type GroupEventDetail = {
  /** Of an update: each field that changed, before and after. */
  changes?: Record<string, { from: string | null; to: string | null }> | undefined;
  /** Of an invite code: its id, for the code itself is a secret. */
  codeId?: string | undefined;
  useLimit?: number | null | undefined;
  expiresAt?: string | null | undefined;
};

export type NamedUser = { userId: string; name: string | null };

/** What happened, with the names of that time. An actor of null is Muster itself. */
export type GroupEvent = {
  id: string;
  kind: GroupEventKind;
  createdAt: string;
  actor: NamedUser | null;
  subject: NamedUser | null;
  groupId: string | null;
  groupName: string | null;
  categoryId: string | null;
  categoryName: string | null;
  detail: GroupEventDetail;
  requestId: string;
};

/** A page of a log, the newest first. Nobody counts a log: it has no total. */
export type ActivityPage = { items: GroupEvent[]; nextCursor: string | null };
