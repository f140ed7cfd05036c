CREATE TABLE `corporation_members` (
	`character_id` integer NOT NULL,
	`corporation_id` integer NOT NULL,
	`name` text,
	`name_folded` text,
	`listed_at` integer NOT NULL,
	`joined_at` integer,
	`last_online_at` integer,
	`left_at` integer,
	`departure` text,
	PRIMARY KEY(`corporation_id`, `character_id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `corporation_members_character` ON `corporation_members` (`character_id`);--> statement-breakpoint
CREATE INDEX `corporation_members_unnamed` ON `corporation_members` (`corporation_id`) WHERE name is null;--> statement-breakpoint
CREATE INDEX `corporation_members_left` ON `corporation_members` (`left_at`) WHERE left_at is not null;--> statement-breakpoint
CREATE TABLE `notice_polls` (
	`director_id` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	`polled_at` integer NOT NULL,
	`etag` text,
	`last_notice_id` integer DEFAULT 0 NOT NULL,
	`failure` text,
	FOREIGN KEY (`director_id`) REFERENCES `corporation_directors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `roster_counts` (
	`corporation_id` integer NOT NULL,
	`day` integer NOT NULL,
	`members` integer NOT NULL,
	`registered` integer NOT NULL,
	PRIMARY KEY(`corporation_id`, `day`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `corporations` ADD `roster_group_id` text REFERENCES groups(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `corporations` ADD `reads_roles` integer DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO `names` (id, name) VALUES (1, 'Unknown corporation') ON CONFLICT (id) DO NOTHING;
--> statement-breakpoint
-- A departure ends the affiliation, and a return restores it: EVE's own answer may be an hour old. 1 is the unknown corporation
-- (worker/db/schema/characters.ts).
CREATE TRIGGER `members_departed` AFTER UPDATE OF `left_at` ON `corporation_members`
WHEN new.left_at IS NOT NULL AND old.left_at IS NULL
BEGIN
	UPDATE `character_affiliations` SET corporation_id = 1, alliance_id = NULL, as_of = new.left_at
	WHERE character_id = new.character_id AND corporation_id = new.corporation_id;
END;
--> statement-breakpoint
CREATE TRIGGER `members_returned` AFTER UPDATE OF `left_at` ON `corporation_members`
WHEN new.left_at IS NULL AND old.left_at IS NOT NULL
BEGIN
	UPDATE `character_affiliations` SET corporation_id = new.corporation_id,
		alliance_id = (SELECT alliance_id FROM `corporations` WHERE id = new.corporation_id), as_of = new.listed_at
	WHERE character_id = new.character_id AND corporation_id = 1;
END;
--> statement-breakpoint
-- What EVE says about a character is newer than a list that has it elsewhere.
CREATE TRIGGER `affiliations_moved` AFTER UPDATE OF `corporation_id` ON `character_affiliations`
WHEN new.corporation_id <> old.corporation_id AND new.corporation_id <> 1
BEGIN
	UPDATE `corporation_members` SET left_at = new.as_of, departure = 'affiliation'
	WHERE corporation_id = old.corporation_id AND character_id = new.character_id
		AND left_at IS NULL AND listed_at < new.as_of;
	UPDATE `corporation_members` SET left_at = NULL, departure = NULL, listed_at = new.as_of
	WHERE corporation_id = new.corporation_id AND character_id = new.character_id
		AND left_at IS NOT NULL AND left_at < new.as_of;
END;
