CREATE TABLE `non_public_counts` (
	`user_id` text NOT NULL,
	`category_id` text NOT NULL,
	`visibility` text NOT NULL,
	`join_mode` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`user_id`, `category_id`, `visibility`, `join_mode`)
);
--> statement-breakpoint
CREATE TABLE `non_public_listings` (
	`user_id` text NOT NULL,
	`name_folded` text NOT NULL,
	`id` text NOT NULL,
	`category_id` text NOT NULL,
	`visibility` text NOT NULL,
	`join_mode` text NOT NULL,
	PRIMARY KEY(`user_id`, `name_folded`, `id`, `category_id`, `visibility`, `join_mode`)
);
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_joined` AFTER INSERT ON `group_members`
BEGIN
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM `groups` g
	WHERE g.id = new.group_id
		AND (g.effective_visibility = 'hidden' OR (g.effective_visibility = 'system' AND new.role <> 'member'));
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_left` AFTER DELETE ON `group_members`
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM `groups` WHERE id = old.group_id);
END;
--> statement-breakpoint
-- Only managers see a system group. A membership changes its user when accounts are merged.
CREATE TRIGGER `non_public_listings_changed` AFTER UPDATE OF `user_id`, `role` ON `group_members`
WHEN old.user_id <> new.user_id OR (old.role = 'member') <> (new.role = 'member')
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM `groups` WHERE id = old.group_id);
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM `groups` g
	WHERE g.id = new.group_id
		AND (g.effective_visibility = 'hidden' OR (g.effective_visibility = 'system' AND new.role <> 'member'));
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_edited` AFTER UPDATE OF `name_folded`, `category_id`, `visibility`, `effective_visibility`, `join_mode` ON `groups`
WHEN (old.effective_visibility <> 'public' OR new.effective_visibility <> 'public')
	AND (old.name_folded <> new.name_folded OR old.category_id <> new.category_id OR old.visibility <> new.visibility
		OR old.effective_visibility <> new.effective_visibility OR old.join_mode <> new.join_mode)
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id IN (SELECT user_id FROM `group_members` WHERE group_id = old.id)
		AND name_folded = old.name_folded AND id = old.id;
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT m.user_id, new.name_folded, new.id, new.category_id, new.visibility, new.join_mode FROM `group_members` m
	WHERE m.group_id = new.id
		AND (new.effective_visibility = 'hidden' OR (new.effective_visibility = 'system' AND m.role <> 'member'));
END;
--> statement-breakpoint
-- Before, since the memberships go with the group, and its name with it.
CREATE TRIGGER `non_public_listings_deleted` BEFORE DELETE ON `groups`
WHEN old.effective_visibility <> 'public'
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id IN (SELECT user_id FROM `group_members` WHERE group_id = old.id)
		AND name_folded = old.name_folded AND id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_counted` AFTER INSERT ON `non_public_listings`
BEGIN
	INSERT INTO `non_public_counts` (user_id, category_id, visibility, join_mode, count)
	VALUES (new.user_id, new.category_id, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_discounted` AFTER DELETE ON `non_public_listings`
BEGIN
	UPDATE `non_public_counts` SET count = count - 1
	WHERE user_id = old.user_id AND category_id = old.category_id AND visibility = old.visibility AND join_mode = old.join_mode;
	DELETE FROM `non_public_counts`
	WHERE user_id = old.user_id AND category_id = old.category_id AND visibility = old.visibility AND join_mode = old.join_mode
		AND count = 0;
END;
--> statement-breakpoint
-- Memberships of before this migration.
INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
SELECT m.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode
FROM `group_members` m
JOIN `groups` g ON g.id = m.group_id
WHERE g.effective_visibility = 'hidden' OR (g.effective_visibility = 'system' AND m.role <> 'member');
