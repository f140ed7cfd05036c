import { KEPT_DAYS, SHARE_DAYS } from "#shared/groups/forms.ts";
import { DAY_MS } from "#shared/time.ts";
import type { Reactions } from "./reaction.ts";

/** What a decision or a withdrawal ends for good, by whatever way it comes: an undone decision does not bring it back. */
export const vettingReactions: Reactions = {
  request_sharing_ended: {
    on: "AFTER UPDATE OF status ON join_requests",
    when: `new.status IN ('rejected', 'withdrawn') OR new.status = 'approved' AND NOT EXISTS (SELECT 1 FROM request_answers
		WHERE request_id = new.id AND share_days > 0)`,
    follows: ["DELETE FROM request_shares WHERE request_id = new.id"],
  },
  request_vetting_dated: {
    on: "AFTER UPDATE OF decided_at ON join_requests",
    when: "new.decided_at IS NOT old.decided_at",
    follows: [
      `UPDATE request_answers SET erase_at = new.decided_at + ${KEPT_DAYS * DAY_MS},
		share_until = (CASE WHEN share_until IS NULL THEN NULL
			WHEN new.status = 'approved'
			THEN min(new.created_at + ${SHARE_DAYS * DAY_MS}, new.decided_at + share_days * ${DAY_MS})
			ELSE new.created_at + ${SHARE_DAYS * DAY_MS} END)
	WHERE request_id = new.id`,
    ],
  },
  request_withdrawal_erased: {
    on: "AFTER UPDATE OF status ON join_requests",
    when: "new.status = 'withdrawn'",
    follows: [
      "DELETE FROM request_answers WHERE request_id = new.id",
      "DELETE FROM request_notes WHERE request_id = new.id",
    ],
  },
};
