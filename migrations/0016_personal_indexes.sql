CREATE INDEX `names_refused` ON `names` (`refused_to`) WHERE refused_to is not null;--> statement-breakpoint
CREATE INDEX `invitations_received` ON `invitations` (`invitee_id`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_sent` ON `invitations` (`inviter_id`,`id`);--> statement-breakpoint
CREATE INDEX `invite_codes_made` ON `invite_codes` (`created_by`,`id`);--> statement-breakpoint
CREATE INDEX `join_requests_user` ON `join_requests` (`user_id`,`id`);