import { KEPT_DAYS, SHARE_DAYS } from "#shared/groups/forms.ts";
import { DAY_MS } from "#shared/time.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { requestAnswers, requestNotes, requestShares } from "#worker/db/schema/groups/forms.ts";
import { onUpdate, text } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

/** What a decision or a withdrawal ends for good, by whatever way it comes: an undone decision does not bring it back. */
export const vettingReactions: Reactions = {
  request_sharing_ended: onUpdate(joinRequests, ["status"], {
    when: text`new.${joinRequests.status} IN ('rejected', 'withdrawn') OR new.${joinRequests.status} = 'approved' AND NOT EXISTS (SELECT 1 FROM ${requestAnswers}
		WHERE ${requestAnswers.requestId} = new.${joinRequests.id} AND ${requestAnswers.shareDays} > 0)`,
    follows: [
      text`DELETE FROM ${requestShares} WHERE ${requestShares.requestId} = new.${joinRequests.id}`,
    ],
  }),
  request_vetting_dated: onUpdate(joinRequests, ["decidedAt"], {
    when: text`new.${joinRequests.decidedAt} IS NOT old.${joinRequests.decidedAt}`,
    follows: [
      text`UPDATE ${requestAnswers} SET ${requestAnswers.eraseAt} = new.${joinRequests.decidedAt} + ${KEPT_DAYS * DAY_MS},
		${requestAnswers.shareUntil} = (CASE WHEN ${requestAnswers.shareUntil} IS NULL THEN NULL
			WHEN new.${joinRequests.status} = 'approved'
			THEN min(new.${joinRequests.createdAt} + ${SHARE_DAYS * DAY_MS}, new.${joinRequests.decidedAt} + ${requestAnswers.shareDays} * ${DAY_MS})
			ELSE new.${joinRequests.createdAt} + ${SHARE_DAYS * DAY_MS} END)
	WHERE ${requestAnswers.requestId} = new.${joinRequests.id}`,
      text`UPDATE ${requestNotes} SET ${requestNotes.eraseAt} = new.${joinRequests.decidedAt} + ${KEPT_DAYS * DAY_MS} WHERE ${requestNotes.requestId} = new.${joinRequests.id}`,
    ],
  }),
  request_withdrawal_erased: onUpdate(joinRequests, ["status"], {
    when: text`new.${joinRequests.status} = 'withdrawn'`,
    follows: [
      text`DELETE FROM ${requestAnswers} WHERE ${requestAnswers.requestId} = new.${joinRequests.id}`,
      text`DELETE FROM ${requestNotes} WHERE ${requestNotes.requestId} = new.${joinRequests.id}`,
    ],
  }),
};
