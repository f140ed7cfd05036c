CREATE TABLE `audit_events` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`log` text NOT NULL,
	`kind` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`subject_id` text,
	`subject_name` text,
	`character_id` integer,
	`character_name` text,
	`group_id` text,
	`group_name` text,
	`category_id` text,
	`category_name` text,
	`corporation_id` integer,
	`corporation_name` text,
	`owner_hash` text,
	`detail` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_events_id_unique` ON `audit_events` (`id`);--> statement-breakpoint
CREATE INDEX `audit_events_kind` ON `audit_events` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_actor` ON `audit_events` (`actor_id`,`id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX `audit_events_subject` ON `audit_events` (`subject_id`,`id`) WHERE subject_id is not null;--> statement-breakpoint
CREATE INDEX `audit_events_account` ON `audit_events` (`subject_id`,`id`) WHERE log = 'accounts';--> statement-breakpoint
CREATE INDEX `audit_events_character` ON `audit_events` (`character_id`,`id`) WHERE character_id is not null;--> statement-breakpoint
CREATE INDEX `audit_events_sold` ON `audit_events` (`character_id`,`owner_hash`) WHERE kind = 'character_sold';--> statement-breakpoint
CREATE INDEX `audit_events_group` ON `audit_events` (`group_id`,`id`) WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX `audit_events_corporation` ON `audit_events` (`corporation_id`,`id`) WHERE corporation_id is not null;
--> statement-breakpoint
-- Every event of the three logs of before, in the order of time. Ids of accounts' events get their time in front; the
-- names of these events were not kept, so they get those of today.
INSERT INTO `audit_events` (id, log, kind, actor_kind, actor_id, actor_name, subject_id, subject_name, character_id,
	character_name, group_id, group_name, category_id, category_name, corporation_id, corporation_name, owner_hash,
	detail, request_id, created_at)
SELECT * FROM (
	SELECT id, 'groups', kind, CASE WHEN actor_id IS NULL THEN 'job' ELSE 'user' END, actor_id, actor_name,
		subject_id, subject_name, NULL, NULL, group_id, group_name, category_id, category_name, NULL, NULL, NULL,
		detail, request_id, created_at
	FROM `group_events`
	UNION ALL
	SELECT e.id, 'corporations', e.kind, CASE WHEN e.actor_id IS NULL THEN 'job' ELSE 'user' END, e.actor_id,
		e.actor_name, c.user_id, main.name, e.character_id, e.character_name, NULL, NULL, NULL, NULL,
		e.corporation_id, e.corporation_name, NULL, e.detail, e.request_id, e.created_at
	FROM `corporation_events` e
	LEFT JOIN `characters` c ON c.id = e.character_id
	LEFT JOIN `users` u ON u.id = c.user_id
	LEFT JOIN `characters` main ON main.id = u.main_character_id
	UNION ALL
	SELECT substr('0123456789abcdefghijklmnopqrstuvwxyz', e.created_at / 2821109907456 % 36 + 1, 1)
		|| substr('0123456789abcdefghijklmnopqrstuvwxyz', e.created_at / 78364164096 % 36 + 1, 1)
		|| substr('0123456789abcdefghijklmnopqrstuvwxyz', e.created_at / 2176782336 % 36 + 1, 1)
		|| substr('0123456789abcdefghijklmnopqrstuvwxyz', e.created_at / 60466176 % 36 + 1, 1)
		|| substr('0123456789abcdefghijklmnopqrstuvwxyz', e.created_at / 1679616 % 36 + 1, 1)
		|| substr('0123456789abcdefghijklmnopqrstuvwxyz', e.created_at / 46656 % 36 + 1, 1)
		|| substr('0123456789abcdefghijklmnopqrstuvwxyz', e.created_at / 1296 % 36 + 1, 1)
		|| substr('0123456789abcdefghijklmnopqrstuvwxyz', e.created_at / 36 % 36 + 1, 1)
		|| substr('0123456789abcdefghijklmnopqrstuvwxyz', e.created_at / 1 % 36 + 1, 1) || '000' || e.id, 'accounts', e.kind,
		CASE e.kind WHEN 'character_sold' THEN 'eve' ELSE 'user' END,
		CASE e.kind WHEN 'character_sold' THEN NULL ELSE e.user_id END,
		CASE e.kind WHEN 'character_sold' THEN NULL ELSE main.name END,
		e.user_id, main.name, e.character_id, c.name, NULL, NULL, NULL, NULL, NULL, NULL, e.owner_hash,
		CASE WHEN e.discord_name IS NULL THEN '{}' ELSE json_object('discordName', e.discord_name) END,
		e.request_id, e.created_at
	FROM `account_events` e
	LEFT JOIN `users` u ON u.id = e.user_id
	LEFT JOIN `characters` main ON main.id = u.main_character_id
	LEFT JOIN `characters` c ON c.id = e.character_id
) ORDER BY 1;
