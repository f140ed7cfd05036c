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
	`listing` text NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `held_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`state` text NOT NULL,
	`trigger` text NOT NULL,
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
