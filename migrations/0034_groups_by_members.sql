ALTER TABLE `groups` ADD `member_rank` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `groups` SET member_rank = -member_count;--> statement-breakpoint
DROP TRIGGER `group_members_counted`;--> statement-breakpoint
CREATE TRIGGER `group_members_counted` AFTER INSERT ON `group_members`
BEGIN
	UPDATE `groups` SET member_count = member_count + 1, member_rank = member_rank - 1 WHERE id = new.group_id;
END;
--> statement-breakpoint
DROP TRIGGER `group_members_discounted`;--> statement-breakpoint
CREATE TRIGGER `group_members_discounted` AFTER DELETE ON `group_members`
BEGIN
	UPDATE `groups` SET member_count = member_count - 1, member_rank = member_rank + 1 WHERE id = old.group_id;
END;
--> statement-breakpoint
CREATE INDEX `groups_by_members` ON `groups` (`member_rank`,`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `groups_by_category_and_members` ON `groups` (`category_id`,`member_rank`,`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `groups_listed_by_members` ON `groups` (`effective_visibility`,`join_mode`,`member_rank`,`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `groups_listed_by_category_and_members` ON `groups` (`category_id`,`effective_visibility`,`join_mode`,`member_rank`,`name_folded`,`id`);