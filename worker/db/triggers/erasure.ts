import { KEPT_DAYS, SHARE_DAYS } from "#shared/groups/forms.ts";
import { DAY_MS } from "#shared/time.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { facts } from "#worker/db/schema/facts.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { requestNotes } from "#worker/db/schema/group-forms.ts";
import { afterDelete, afterInsert, afterUpdate } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

/** What goes when a character is released, an event loses its names, or a fact is removed. */
export const erasureReactions: Reactions = {
  audit_events_erased: {
    on: afterUpdate(
      auditEvents,
      "actorId",
      "actorName",
      "subjectId",
      "subjectName",
      "characterId",
      "characterName",
      "ownerHash",
      "detail",
    ),
    when: `new.actor_name IS NOT old.actor_name OR new.subject_name IS NOT old.subject_name
	OR new.character_id IS NOT old.character_id OR new.character_name IS NOT old.character_name
	OR new.owner_hash IS NOT old.owner_hash OR new.detail IS NOT old.detail
	OR new.actor_id IS NOT old.actor_id
		AND NOT EXISTS (SELECT 1 FROM merged_users WHERE from_id = old.actor_id AND into_id = new.actor_id)
	OR new.subject_id IS NOT old.subject_id
		AND NOT EXISTS (SELECT 1 FROM merged_users WHERE from_id = old.subject_id AND into_id = new.subject_id)`,
    follows: ["UPDATE audit_digests SET salt = NULL WHERE seq = new.seq AND salt IS NOT NULL"],
  },

  characters_released: {
    on: afterUpdate(characters, "userId"),
    when: `old.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
	AND NOT EXISTS (SELECT 1 FROM account_merges WHERE from_id = old.user_id AND into_id = new.user_id AND state = 'merging')`,
    follows: [
      "DELETE FROM character_sections WHERE character_id = new.id AND section NOT IN ('info', 'corporationHistory')",
      "DELETE FROM character_checks WHERE character_id = new.id",
      "DELETE FROM asset_pages WHERE character_id = new.id",
      "DELETE FROM request_shares WHERE character_id = new.id",
      "DELETE FROM refresh_leases WHERE character_id = new.id",
    ],
  },

  fact_removed: {
    on: afterDelete(facts),
    follows: ["DELETE FROM fact_values WHERE fact_id = old.id"],
  },
};

/** What a decision or a withdrawal ends for good, by whatever way it comes: an undone decision does not bring it back. */
export const vettingReactions: Reactions = {
  request_sharing_ended: {
    on: afterUpdate(joinRequests, "status"),
    when: `new.status IN ('rejected', 'withdrawn') OR new.status = 'approved' AND NOT EXISTS (SELECT 1 FROM request_answers
		WHERE request_id = new.id AND share_days > 0)`,
    follows: ["DELETE FROM request_shares WHERE request_id = new.id"],
  },
  request_vetting_dated: {
    on: afterUpdate(joinRequests, "decidedAt"),
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
  /** Once, so that a decision and its undoing write no note. Version 1.0 gives notes of waiting requests no date. */
  note_dated: {
    on: afterInsert(requestNotes),
    when: "new.erase_at IS NULL",
    follows: [
      `UPDATE request_notes SET erase_at = ${KEPT_DAYS * DAY_MS} + coalesce(
		(SELECT decided_at FROM join_requests WHERE id = new.request_id), new.created_at) WHERE id = new.id`,
    ],
  },
  request_withdrawal_erased: {
    on: afterUpdate(joinRequests, "status"),
    when: "new.status = 'withdrawn'",
    follows: [
      "DELETE FROM request_answers WHERE request_id = new.id",
      "DELETE FROM request_notes WHERE request_id = new.id",
    ],
  },
};
