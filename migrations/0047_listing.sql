CREATE TABLE `group_qualifications` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `group_requirements`(`group_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `group_qualifications_user` ON `group_qualifications` (`user_id`,`group_id`);--> statement-breakpoint
ALTER TABLE `group_requirements` ADD `listing` text DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
-- A suspension begins or ends: the user's memberships give no roles while it lasts.
CREATE TRIGGER `discord_suspension_changed` AFTER UPDATE OF `suspended_until` ON `users`
WHEN new.suspended_until IS NOT old.suspended_until AND EXISTS (SELECT 1 FROM `discord_servers` WHERE is_on = 1)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_servers` s JOIN `discord_accounts` a ON a.user_id = new.id
	WHERE s.is_on = 1
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
-- The listing of a rule decides whether a public group is listed for everyone.
CREATE TRIGGER `rule_listing_added` AFTER INSERT ON `group_requirements`
WHEN new.listing = 'qualified'
BEGIN
	UPDATE `groups` SET effective_visibility = 'qualified', version = version + 1
	WHERE id = new.group_id AND effective_visibility = 'public';
END;
--> statement-breakpoint
CREATE TRIGGER `rule_listing_changed` AFTER UPDATE OF `listing` ON `group_requirements`
WHEN new.listing <> old.listing
BEGIN
	UPDATE `groups` SET effective_visibility = iif(new.listing = 'qualified', 'qualified', 'public'), version = version + 1
	WHERE id = new.group_id AND effective_visibility IN ('public', 'qualified');
	DELETE FROM `group_qualifications` WHERE group_id = new.group_id AND new.listing = 'everyone';
END;
--> statement-breakpoint
CREATE TRIGGER `rule_listing_removed` AFTER DELETE ON `group_requirements`
WHEN old.listing = 'qualified'
BEGIN
	UPDATE `groups` SET effective_visibility = 'public', version = version + 1
	WHERE id = old.group_id AND effective_visibility = 'qualified';
END;
--> statement-breakpoint
-- Users who meet such a rule find the group in their lists, as members of hidden groups do.
CREATE TRIGGER `non_public_listings_qualified` AFTER INSERT ON `group_qualifications`
BEGIN
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM `groups` g
	WHERE g.id = new.group_id AND g.effective_visibility = 'qualified';
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_disqualified` AFTER DELETE ON `group_qualifications`
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM `groups` WHERE id = old.group_id)
		AND NOT EXISTS (SELECT 1 FROM `group_members` WHERE group_id = old.group_id AND user_id = old.user_id);
END;
--> statement-breakpoint
DROP TRIGGER `non_public_listings_joined`;--> statement-breakpoint
CREATE TRIGGER `non_public_listings_joined` AFTER INSERT ON `group_members`
BEGIN
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM `groups` g
	WHERE g.id = new.group_id
		AND (g.effective_visibility IN ('qualified', 'hidden') OR (g.effective_visibility = 'system' AND new.role <> 'member'));
END;
--> statement-breakpoint
DROP TRIGGER `non_public_listings_left`;--> statement-breakpoint
CREATE TRIGGER `non_public_listings_left` AFTER DELETE ON `group_members`
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM `groups` WHERE id = old.group_id)
		AND NOT EXISTS (SELECT 1 FROM `group_qualifications` q JOIN `groups` g ON g.id = q.group_id
			WHERE q.group_id = old.group_id AND q.user_id = old.user_id AND g.effective_visibility = 'qualified');
END;
--> statement-breakpoint
DROP TRIGGER `non_public_listings_changed`;--> statement-breakpoint
CREATE TRIGGER `non_public_listings_changed` AFTER UPDATE OF `user_id`, `role` ON `group_members`
WHEN old.user_id <> new.user_id OR (old.role = 'member') <> (new.role = 'member')
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM `groups` WHERE id = old.group_id)
		AND NOT EXISTS (SELECT 1 FROM `group_qualifications` q JOIN `groups` g ON g.id = q.group_id
			WHERE q.group_id = old.group_id AND q.user_id = old.user_id AND g.effective_visibility = 'qualified');
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM `groups` g
	WHERE g.id = new.group_id
		AND (g.effective_visibility IN ('qualified', 'hidden') OR (g.effective_visibility = 'system' AND new.role <> 'member'));
END;
--> statement-breakpoint
DROP TRIGGER `non_public_listings_edited`;--> statement-breakpoint
CREATE TRIGGER `non_public_listings_edited` AFTER UPDATE OF `name_folded`, `category_id`, `visibility`, `effective_visibility`, `join_mode` ON `groups`
WHEN (old.effective_visibility <> 'public' OR new.effective_visibility <> 'public')
	AND (old.name_folded <> new.name_folded OR old.category_id <> new.category_id OR old.visibility <> new.visibility
		OR old.effective_visibility <> new.effective_visibility OR old.join_mode <> new.join_mode)
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id IN (SELECT user_id FROM `group_members` WHERE group_id = old.id
			UNION ALL SELECT user_id FROM `group_qualifications` WHERE group_id = old.id)
		AND name_folded = old.name_folded AND id = old.id;
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT m.user_id, new.name_folded, new.id, new.category_id, new.visibility, new.join_mode FROM `group_members` m
	WHERE m.group_id = new.id
		AND (new.effective_visibility IN ('qualified', 'hidden') OR (new.effective_visibility = 'system' AND m.role <> 'member'));
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT q.user_id, new.name_folded, new.id, new.category_id, new.visibility, new.join_mode FROM `group_qualifications` q
	WHERE q.group_id = new.id AND new.effective_visibility = 'qualified';
END;
--> statement-breakpoint
DROP TRIGGER `non_public_listings_deleted`;--> statement-breakpoint
CREATE TRIGGER `non_public_listings_deleted` BEFORE DELETE ON `groups`
WHEN old.effective_visibility <> 'public'
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id IN (SELECT user_id FROM `group_members` WHERE group_id = old.id
			UNION ALL SELECT user_id FROM `group_qualifications` WHERE group_id = old.id)
		AND name_folded = old.name_folded AND id = old.id;
END;
