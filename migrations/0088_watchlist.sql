CREATE TABLE `watch_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`eve_id` integer NOT NULL,
	`name` text NOT NULL,
	`reason` text NOT NULL,
	`link` text,
	`months` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`until` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `watch_entries_eve` ON `watch_entries` (`eve_id`,`subject`);--> statement-breakpoint
CREATE INDEX `watch_entries_until` ON `watch_entries` (`until`,`id`);--> statement-breakpoint
CREATE INDEX `watch_entries_creator` ON `watch_entries` (`created_by`) WHERE created_by is not null;--> statement-breakpoint
CREATE TABLE `watch_hits` (
	`entry_id` text NOT NULL,
	`character_id` integer NOT NULL,
	`fact` text NOT NULL,
	`since` integer,
	`until` integer,
	`found_at` integer NOT NULL,
	`seen_at` integer,
	PRIMARY KEY(`entry_id`, `character_id`, `fact`),
	FOREIGN KEY (`entry_id`) REFERENCES `watch_entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `watch_hits_character` ON `watch_hits` (`character_id`);--> statement-breakpoint
ALTER TABLE `community` ADD `watch_keepers_id` text REFERENCES groups(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `character_sections_histories` ON `character_sections` (`character_id`) WHERE section = 'corporationHistory';
--> statement-breakpoint
CREATE TRIGGER `watched_pilot_known` AFTER INSERT ON `characters`
BEGIN
	INSERT INTO `watch_hits` (entry_id, character_id, fact, since, until, found_at)
	SELECT id, new.id, 'pilot', NULL, NULL, cast(unixepoch('subsec') * 1000 AS integer)
	FROM `watch_entries` WHERE eve_id = new.id AND subject = 'pilot'
	ON CONFLICT (entry_id, character_id, fact) DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `watched_character_linked` AFTER UPDATE OF `user_id` ON `characters`
WHEN new.user_id IS NOT NULL AND new.user_id IS NOT old.user_id AND NOT EXISTS (SELECT 1 FROM `account_merges` WHERE from_id = old.user_id AND into_id = new.user_id AND state = 'merging')
BEGIN
	UPDATE `watch_hits` SET found_at = cast(unixepoch('subsec') * 1000 AS integer), seen_at = NULL WHERE character_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `watched_pilot_gave_away` AFTER UPDATE OF `user_id` ON `characters`
WHEN old.user_id IS NOT NULL AND new.user_id IS NOT old.user_id AND NOT EXISTS (SELECT 1 FROM `account_merges` WHERE from_id = old.user_id AND into_id = new.user_id AND state = 'merging')
BEGIN
	INSERT INTO `watch_hits` (entry_id, character_id, fact, since, until, found_at)
	SELECT e.id, new.id, 'belonged', old.linked_at, cast(unixepoch('subsec') * 1000 AS integer), cast(unixepoch('subsec') * 1000 AS integer)
	FROM `characters` own CROSS JOIN `watch_entries` e ON e.eve_id = own.id AND e.subject = 'pilot'
	WHERE own.user_id = old.user_id AND own.id <> new.id
	ON CONFLICT (entry_id, character_id, fact) DO UPDATE SET since = excluded.since, until = excluded.until,
		found_at = excluded.found_at, seen_at = NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `watched_affiliation_added` AFTER INSERT ON `character_affiliations`
BEGIN
	INSERT INTO `watch_hits` (entry_id, character_id, fact, since, until, found_at)
	SELECT id, new.character_id, subject, new.as_of, NULL, cast(unixepoch('subsec') * 1000 AS integer)
	FROM `watch_entries` WHERE ((eve_id = new.corporation_id AND subject = 'corporation')
		OR (eve_id = new.alliance_id AND subject = 'alliance'))
	ON CONFLICT (entry_id, character_id, fact) DO UPDATE SET since = excluded.since, until = excluded.until,
		found_at = excluded.found_at, seen_at = NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `watched_affiliation_changed` AFTER UPDATE OF `corporation_id`, `alliance_id` ON `character_affiliations`
WHEN new.corporation_id <> old.corporation_id OR new.alliance_id IS NOT old.alliance_id
BEGIN
	UPDATE `watch_hits` SET until = new.as_of
	WHERE character_id = new.character_id AND until IS NULL AND entry_id IN (
		SELECT id FROM `watch_entries`
		WHERE (eve_id = old.corporation_id AND subject = 'corporation' AND eve_id <> new.corporation_id)
			OR (eve_id = old.alliance_id AND subject = 'alliance' AND eve_id IS NOT new.alliance_id));
	INSERT INTO `watch_hits` (entry_id, character_id, fact, since, until, found_at)
	SELECT id, new.character_id, subject, new.as_of, NULL, cast(unixepoch('subsec') * 1000 AS integer)
	FROM `watch_entries` WHERE ((eve_id = new.corporation_id AND subject = 'corporation')
		OR (eve_id = new.alliance_id AND subject = 'alliance')) AND eve_id <> old.corporation_id AND eve_id IS NOT old.alliance_id
	ON CONFLICT (entry_id, character_id, fact) DO UPDATE SET since = excluded.since, until = excluded.until,
		found_at = excluded.found_at, seen_at = NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `watched_history_read` AFTER INSERT ON `character_sections`
WHEN new.section = 'corporationHistory'
BEGIN
	INSERT INTO `watch_hits` (entry_id, character_id, fact, since, until, found_at)
	SELECT e.id, new.character_id, 'history', unixepoch(stay.value ->> '$.startDate') * 1000,
		unixepoch(new.data ->> ('$[' || (stay.key - 1) || '].startDate')) * 1000, cast(unixepoch('subsec') * 1000 AS integer)
	FROM json_each(new.data) stay CROSS JOIN `watch_entries` e
		ON e.eve_id = stay.value ->> '$.corporationId' AND e.subject = 'corporation'
	WHERE stay.key > 0 AND (e.months IS NULL
		OR unixepoch(new.data ->> ('$[' || (stay.key - 1) || '].startDate')) * 1000 >= cast(unixepoch('subsec') * 1000 AS integer) - e.months * 2592000000)
	ON CONFLICT (entry_id, character_id, fact) DO UPDATE SET since = excluded.since, until = excluded.until,
		found_at = excluded.found_at, seen_at = NULL WHERE excluded.until > `watch_hits`.until;
END;
--> statement-breakpoint
CREATE TRIGGER `watched_history_changed` AFTER UPDATE OF `data` ON `character_sections`
WHEN new.section = 'corporationHistory' AND new.data <> old.data
BEGIN
	INSERT INTO `watch_hits` (entry_id, character_id, fact, since, until, found_at)
	SELECT e.id, new.character_id, 'history', unixepoch(stay.value ->> '$.startDate') * 1000,
		unixepoch(new.data ->> ('$[' || (stay.key - 1) || '].startDate')) * 1000, cast(unixepoch('subsec') * 1000 AS integer)
	FROM json_each(new.data) stay CROSS JOIN `watch_entries` e
		ON e.eve_id = stay.value ->> '$.corporationId' AND e.subject = 'corporation'
	WHERE stay.key > 0 AND (e.months IS NULL
		OR unixepoch(new.data ->> ('$[' || (stay.key - 1) || '].startDate')) * 1000 >= cast(unixepoch('subsec') * 1000 AS integer) - e.months * 2592000000)
	ON CONFLICT (entry_id, character_id, fact) DO UPDATE SET since = excluded.since, until = excluded.until,
		found_at = excluded.found_at, seen_at = NULL WHERE excluded.until > `watch_hits`.until;
END;
