DROP TRIGGER `discord_role_group_removed`;
--> statement-breakpoint
CREATE TRIGGER `discord_role_group_removed` AFTER DELETE ON discord_role_groups
BEGIN
	UPDATE discord_servers SET sweep_after = '', version = version + 1 WHERE id = old.server_id AND is_on = 1;
END;
