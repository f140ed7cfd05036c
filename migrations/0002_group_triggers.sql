-- A group keeps its owner: the row goes only together with the group.
CREATE TRIGGER `group_members_keep_owner` BEFORE DELETE ON `group_members`
WHEN old.role = 'owner' AND EXISTS (SELECT 1 FROM `groups` WHERE id = old.group_id)
BEGIN
	SELECT RAISE(ABORT, 'a group keeps its owner');
END;
--> statement-breakpoint
CREATE TRIGGER `group_members_counted` AFTER INSERT ON `group_members`
BEGIN
	UPDATE `groups` SET member_count = member_count + 1 WHERE id = new.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `group_members_discounted` AFTER DELETE ON `group_members`
BEGIN
	UPDATE `groups` SET member_count = member_count - 1 WHERE id = old.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `join_requests_counted` AFTER INSERT ON `join_requests`
WHEN new.status = 'pending'
BEGIN
	UPDATE `groups` SET pending_request_count = pending_request_count + 1 WHERE id = new.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `join_requests_discounted` AFTER UPDATE OF `status` ON `join_requests`
WHEN old.status = 'pending' AND new.status <> 'pending'
BEGIN
	UPDATE `groups` SET pending_request_count = pending_request_count - 1 WHERE id = new.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_counted` AFTER INSERT ON `groups`
BEGIN
	INSERT INTO `group_counts` (category_id, effective_visibility, visibility, join_mode, count)
	VALUES (new.category_id, new.effective_visibility, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_discounted` AFTER DELETE ON `groups`
BEGIN
	UPDATE `group_counts` SET count = count - 1
	WHERE category_id = old.category_id AND effective_visibility = old.effective_visibility
		AND visibility = old.visibility AND join_mode = old.join_mode;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_recounted` AFTER UPDATE OF `category_id`, `effective_visibility`, `visibility`, `join_mode` ON `groups`
BEGIN
	UPDATE `group_counts` SET count = count - 1
	WHERE category_id = old.category_id AND effective_visibility = old.effective_visibility
		AND visibility = old.visibility AND join_mode = old.join_mode;
	INSERT INTO `group_counts` (category_id, effective_visibility, visibility, join_mode, count)
	VALUES (new.category_id, new.effective_visibility, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
