DROP TRIGGER `watched_pilot_gave_away`;
--> statement-breakpoint
CREATE TRIGGER `watched_pilot_gave_away` AFTER UPDATE OF user_id ON characters
WHEN old.user_id IS NOT NULL AND old.unconfirmed_since IS NULL AND new.user_id IS NOT old.user_id AND NOT EXISTS (SELECT 1 FROM account_merges WHERE from_id = old.user_id AND into_id = new.user_id AND state = 'merging')
BEGIN
	INSERT INTO watch_hits (entry_id, character_id, fact, since, until, found_at)
	SELECT e.id, new.id, 'belonged', old.linked_at, cast(unixepoch('subsec') * 1000 AS integer), cast(unixepoch('subsec') * 1000 AS integer)
	FROM characters own CROSS JOIN watch_entries e ON e.eve_id = own.id AND e.subject = 'pilot'
	WHERE own.user_id = old.user_id AND own.id <> new.id AND own.unconfirmed_since IS NULL
	ON CONFLICT (entry_id, character_id, fact) DO UPDATE SET since = excluded.since, until = excluded.until,
		found_at = excluded.found_at, seen_at = NULL;
END;
