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
ALTER TABLE `character_sections` ADD `levels` text;--> statement-breakpoint
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
