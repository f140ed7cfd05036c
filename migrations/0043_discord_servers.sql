CREATE TABLE `discord_marks` (
	`server_id` text NOT NULL,
	`discord_id` text NOT NULL,
	`mark` text NOT NULL,
	PRIMARY KEY(`server_id`, `discord_id`),
	FOREIGN KEY (`server_id`) REFERENCES `discord_servers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `discord_members` (
	`server_id` text NOT NULL,
	`discord_id` text NOT NULL,
	`name` text NOT NULL,
	`nickname` text,
	`roles` text NOT NULL,
	`given` text NOT NULL,
	`accepted` text NOT NULL,
	`attempt` text,
	`losing` text,
	`problem` text,
	`problem_at` integer,
	PRIMARY KEY(`server_id`, `discord_id`),
	FOREIGN KEY (`server_id`) REFERENCES `discord_servers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discord_members_account` ON `discord_members` (`discord_id`);--> statement-breakpoint
CREATE INDEX `discord_members_in_order` ON `discord_members` (`server_id`,cast(discord_id as integer));--> statement-breakpoint
CREATE INDEX `discord_members_losing` ON `discord_members` (`server_id`,`discord_id`) WHERE losing is not null;--> statement-breakpoint
CREATE INDEX `discord_members_problem` ON `discord_members` (`server_id`,`problem_at`) WHERE problem is not null;--> statement-breakpoint
CREATE TABLE `discord_role_groups` (
	`server_id` text NOT NULL,
	`role_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`server_id`, `role_id`, `group_id`),
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`server_id`,`role_id`) REFERENCES `discord_roles`(`server_id`,`role_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discord_role_groups_group` ON `discord_role_groups` (`group_id`,`server_id`);--> statement-breakpoint
CREATE TABLE `discord_roles` (
	`server_id` text NOT NULL,
	`role_id` text NOT NULL,
	PRIMARY KEY(`server_id`, `role_id`),
	FOREIGN KEY (`server_id`) REFERENCES `discord_servers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `discord_servers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`facts` text NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`nickname_template` text,
	`keeps_own_part` integer DEFAULT true NOT NULL,
	`join_group_id` text,
	`drift` text DEFAULT 'list' NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`added_at` integer NOT NULL,
	`lease_until` integer,
	`lease_id` text,
	`waits_until` integer,
	`halt` text,
	`outages` integer DEFAULT 0 NOT NULL,
	`buckets` text DEFAULT '{"routes":{},"limits":{}}' NOT NULL,
	`sweep_after` text,
	`swept_at` integer,
	`removals` text,
	`removal_count` integer DEFAULT 0 NOT NULL,
	`removals_at` integer,
	FOREIGN KEY (`join_group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
ALTER TABLE `audit_events` ADD `server_id` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `server_name` text;--> statement-breakpoint
CREATE INDEX `audit_events_server` ON `audit_events` (`server_id`,`id`) WHERE server_id is not null;--> statement-breakpoint
CREATE INDEX `discord_accounts_in_order` ON `discord_accounts` (cast(discord_id as integer));--> statement-breakpoint
-- Members of groups that give a role. When the group itself is deleted, its roles lose it and all members are checked.
CREATE TRIGGER `discord_membership_added` AFTER INSERT ON `group_members`
WHEN EXISTS (SELECT 1 FROM `discord_role_groups` WHERE group_id = new.group_id)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_role_groups` r JOIN `discord_servers` s ON s.id = r.server_id JOIN `discord_accounts` a
	WHERE r.group_id = new.group_id AND s.is_on = 1 AND a.user_id = new.user_id
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_membership_moved` AFTER UPDATE OF `user_id` ON `group_members`
WHEN new.user_id <> old.user_id AND EXISTS (SELECT 1 FROM `discord_role_groups` WHERE group_id = new.group_id)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_role_groups` r JOIN `discord_servers` s ON s.id = r.server_id JOIN `discord_accounts` a
	WHERE r.group_id = new.group_id AND s.is_on = 1 AND a.user_id IN (old.user_id, new.user_id)
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_membership_ended` AFTER DELETE ON `group_members`
WHEN EXISTS (SELECT 1 FROM `discord_role_groups` WHERE group_id = old.group_id)
	AND EXISTS (SELECT 1 FROM `groups` WHERE id = old.group_id)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_role_groups` r JOIN `discord_servers` s ON s.id = r.server_id JOIN `discord_accounts` a
	WHERE r.group_id = old.group_id AND s.is_on = 1 AND a.user_id = old.user_id
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_role_group_removed` AFTER DELETE ON `discord_role_groups`
BEGIN
	UPDATE `discord_servers` SET sweep_after = '' WHERE id = old.server_id AND is_on = 1;
END;
--> statement-breakpoint
-- Links. A row of a member that Muster has given nothing to goes with the link; the others go with their roles.
CREATE TRIGGER `discord_link_added` AFTER INSERT ON `discord_accounts`
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT id, new.discord_id, lower(hex(randomblob(8))) FROM `discord_servers` WHERE is_on = 1
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_link_moved` AFTER UPDATE OF `user_id` ON `discord_accounts`
WHEN new.user_id <> old.user_id
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT id, new.discord_id, lower(hex(randomblob(8))) FROM `discord_servers` WHERE is_on = 1
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_link_removed` AFTER DELETE ON `discord_accounts`
BEGIN
	DELETE FROM `discord_members` WHERE discord_id = old.discord_id AND given = '[]' AND attempt IS NULL;
	DELETE FROM `discord_marks` WHERE discord_id = old.discord_id;
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, old.discord_id, lower(hex(randomblob(8)))
	FROM `discord_members` m JOIN `discord_servers` s ON s.id = m.server_id
	WHERE m.discord_id = old.discord_id AND s.is_on = 1;
END;
--> statement-breakpoint
-- Nicknames.
CREATE TRIGGER `discord_main_changed` AFTER UPDATE OF `main_character_id` ON `users`
WHEN new.main_character_id IS NOT old.main_character_id
	AND EXISTS (SELECT 1 FROM `discord_servers` WHERE is_on = 1 AND nickname_template IS NOT NULL)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_servers` s JOIN `discord_accounts` a ON a.user_id = new.id
	WHERE s.is_on = 1 AND s.nickname_template IS NOT NULL
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_character_renamed` AFTER UPDATE OF `name` ON `characters`
WHEN new.name <> old.name AND new.user_id IS NOT NULL
	AND EXISTS (SELECT 1 FROM `discord_servers` WHERE is_on = 1 AND nickname_template IS NOT NULL)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_servers` s JOIN `users` u ON u.main_character_id = new.id
		JOIN `discord_accounts` a ON a.user_id = u.id
	WHERE s.is_on = 1 AND s.nickname_template IS NOT NULL
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_affiliation_changed` AFTER UPDATE OF `corporation_id`, `alliance_id` ON `character_affiliations`
WHEN (new.corporation_id <> old.corporation_id OR new.alliance_id IS NOT old.alliance_id)
	AND EXISTS (SELECT 1 FROM `discord_servers` WHERE is_on = 1 AND nickname_template IS NOT NULL)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_servers` s JOIN `users` u ON u.main_character_id = new.character_id
		JOIN `discord_accounts` a ON a.user_id = u.id
	WHERE s.is_on = 1 AND s.nickname_template IS NOT NULL
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
