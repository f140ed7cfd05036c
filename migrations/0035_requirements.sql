CREATE TABLE `completed_passes` (
	`job` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `contacts` (
	`owner_id` integer NOT NULL,
	`contact_id` integer NOT NULL,
	`standing` real NOT NULL,
	PRIMARY KEY(`owner_id`, `contact_id`)
);
--> statement-breakpoint
CREATE TABLE `director_lists` (
	`owner_id` integer NOT NULL,
	`list` text NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `list`)
);
--> statement-breakpoint
CREATE TABLE `corporation_member_roles` (
	`character_id` integer NOT NULL,
	`corporation_id` integer NOT NULL,
	`roles` text NOT NULL,
	PRIMARY KEY(`character_id`, `corporation_id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `corporation_member_roles_corporation` ON `corporation_member_roles` (`corporation_id`);--> statement-breakpoint
CREATE TABLE `corporation_member_titles` (
	`character_id` integer NOT NULL,
	`corporation_id` integer NOT NULL,
	`title_ids` text NOT NULL,
	PRIMARY KEY(`character_id`, `corporation_id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `corporation_member_titles_corporation` ON `corporation_member_titles` (`corporation_id`);--> statement-breakpoint
CREATE TABLE `rule_conditions` (
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`rule_id` text NOT NULL,
	PRIMARY KEY(`type`, `subject`, `rule_id`)
);
--> statement-breakpoint
CREATE INDEX `rule_conditions_rule` ON `rule_conditions` (`rule_id`);--> statement-breakpoint
CREATE TABLE `evaluation_marks` (
	`user_id` text PRIMARY KEY NOT NULL,
	`mark` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `evaluation_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`rules_version` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`lease_id` text,
	`sweep_after` text,
	`sweep_started_at` integer,
	`swept_at` integer,
	CONSTRAINT "evaluation_state_one_row" CHECK("evaluation_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `group_requirements` (
	`group_id` text PRIMARY KEY NOT NULL,
	`tree` text NOT NULL,
	`enrolment` text NOT NULL,
	`grace_days` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `held_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`state` text NOT NULL,
	`rule_event_id` text,
	`hold_limit` text NOT NULL,
	`member_count` integer NOT NULL,
	`removal_count` integer NOT NULL,
	`computed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`reason` text,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `held_changes_open` ON `held_changes` (`group_id`) WHERE state in ('held', 'released');--> statement-breakpoint
CREATE INDEX `held_changes_group` ON `held_changes` (`group_id`);--> statement-breakpoint
CREATE INDEX `held_changes_decided` ON `held_changes` (`decided_at`,`id`) WHERE decided_at is not null;--> statement-breakpoint
CREATE TABLE `membership_problems` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`outcome` text NOT NULL,
	`since` integer NOT NULL,
	`grace_ends_at` integer,
	`grace_started_at` integer,
	`causes` text NOT NULL,
	`checked_at` integer NOT NULL,
	`held_id` text,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`held_id`) REFERENCES `held_changes`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`group_id`,`user_id`) REFERENCES `group_members`(`group_id`,`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `membership_problems_user` ON `membership_problems` (`user_id`);--> statement-breakpoint
CREATE INDEX `membership_problems_listed` ON `membership_problems` (`group_id`,`grace_ends_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `membership_problems_ending` ON `membership_problems` (`grace_ends_at`) WHERE grace_ends_at is not null and held_id is null and outcome = 'unmet';--> statement-breakpoint
CREATE INDEX `membership_problems_held` ON `membership_problems` (`held_id`) WHERE held_id is not null;--> statement-breakpoint
ALTER TABLE `character_sections` ADD `levels` text;--> statement-breakpoint
INSERT INTO `evaluation_state` (`id`) VALUES (1);--> statement-breakpoint
-- A changed rule applies to everybody: the sweep begins again.
CREATE TRIGGER `rule_added` AFTER INSERT ON `group_requirements` BEGIN
	UPDATE `evaluation_state` SET `rules_version` = `rules_version` + 1, `sweep_after` = '',
		`sweep_started_at` = cast(unixepoch('subsec') * 1000 AS integer);
END;--> statement-breakpoint
CREATE TRIGGER `rule_changed` AFTER UPDATE ON `group_requirements` BEGIN
	UPDATE `evaluation_state` SET `rules_version` = `rules_version` + 1, `sweep_after` = '',
		`sweep_started_at` = cast(unixepoch('subsec') * 1000 AS integer);
END;--> statement-breakpoint
CREATE TRIGGER `rule_removed` AFTER DELETE ON `group_requirements` BEGIN
	UPDATE `evaluation_state` SET `rules_version` = `rules_version` + 1;
	DELETE FROM `membership_problems` WHERE `group_id` = old.`group_id`;
	UPDATE `held_changes` SET `state` = 'ended' WHERE `group_id` = old.`group_id` AND `state` IN ('held', 'released');
END;
--> statement-breakpoint
UPDATE `character_sections` SET `levels` = (
	SELECT json_group_object(value ->> 'skill_id', value ->> 'trained_skill_level')
	FROM json_each(data, '$.skills'))
WHERE section = 'skills';
--> statement-breakpoint
-- What rules contain.
CREATE TRIGGER `rule_conditions_of_new_rule` AFTER INSERT ON `group_requirements`
BEGIN
	INSERT OR IGNORE INTO `rule_conditions` (type, subject, rule_id)
	SELECT node.atom, CASE node.atom
			WHEN 'titles' THEN new.tree ->> (node.path || '.corporationId')
			WHEN 'standing' THEN (new.tree ->> (node.path || '.of')) || ':' || (new.tree ->> (node.path || '.ownerId'))
			ELSE '' END, new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', 'member_of')
	UNION SELECT 'member_of', named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom = 'member_of'
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every';
END;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_changed_rule` AFTER UPDATE OF `tree` ON `group_requirements`
BEGIN
	DELETE FROM `rule_conditions` WHERE rule_id = new.group_id;
	INSERT OR IGNORE INTO `rule_conditions` (type, subject, rule_id)
	SELECT node.atom, CASE node.atom
			WHEN 'titles' THEN new.tree ->> (node.path || '.corporationId')
			WHEN 'standing' THEN (new.tree ->> (node.path || '.of')) || ':' || (new.tree ->> (node.path || '.ownerId'))
			ELSE '' END, new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', 'member_of')
	UNION SELECT 'member_of', named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom = 'member_of'
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every';
END;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_removed_rule` AFTER DELETE ON `group_requirements`
BEGIN
	DELETE FROM `rule_conditions` WHERE rule_id = old.group_id;
END;
--> statement-breakpoint
-- A corporation that is no longer managed has no contacts, nor has an alliance of which no corporation is.
CREATE TRIGGER `corporations_forget_lists` AFTER DELETE ON `corporations`
BEGIN
	DELETE FROM `contacts` WHERE owner_id = old.id OR (owner_id = old.alliance_id
		AND NOT EXISTS (SELECT 1 FROM `corporations` WHERE alliance_id = old.alliance_id));
	DELETE FROM `director_lists` WHERE owner_id = old.id OR (owner_id = old.alliance_id
		AND NOT EXISTS (SELECT 1 FROM `corporations` WHERE alliance_id = old.alliance_id));
END;
