CREATE TABLE `invitation_blocks` (
	`user_id` text NOT NULL,
	`group_id` text NOT NULL,
	`group_name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invitation_blocks_listed` ON `invitation_blocks` (`user_id`,`created_at`,`group_id`);--> statement-breakpoint
ALTER TABLE `invitations` ADD `category_id` text;--> statement-breakpoint
CREATE INDEX `invitations_category` ON `invitations` (`invitee_id`,`category_id`,`expires_at`) WHERE status = 'pending' and category_id is not null;--> statement-breakpoint
CREATE INDEX `invitations_inviter` ON `invitations` (`inviter_id`,`created_at`) WHERE status in ('pending', 'revoked');--> statement-breakpoint
UPDATE `invitations` SET category_id = (SELECT category_id FROM `groups` WHERE id = group_id)
WHERE status = 'pending' AND (SELECT effective_visibility FROM `groups` WHERE id = group_id) = 'hidden';
--> statement-breakpoint
CREATE TRIGGER `invitations_categorized` AFTER INSERT ON `invitations`
WHEN (SELECT effective_visibility FROM `groups` WHERE id = new.group_id) = 'hidden'
BEGIN
	UPDATE `invitations` SET category_id = (SELECT category_id FROM `groups` WHERE id = new.group_id) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `invitations_recategorized` AFTER UPDATE OF `category_id`, `effective_visibility` ON `groups`
WHEN old.category_id <> new.category_id OR old.effective_visibility <> new.effective_visibility
BEGIN
	UPDATE `invitations` SET category_id = iif(new.effective_visibility = 'hidden', new.category_id, NULL)
	WHERE group_id = new.id AND status = 'pending';
END;
