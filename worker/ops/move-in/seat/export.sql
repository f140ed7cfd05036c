-- Reads what Muster needs of SeAT 5, one row of JSON in each line, and changes nothing:
--   umask 077; mysql -NBr seat < export.sql > seat.jsonl
-- Without seat-connector, delete the statement about seat_connector_users.
SELECT JSON_OBJECT('t', 'users', 'id', id, 'name', name, 'active', active, 'main_character_id', CAST(main_character_id AS CHAR)) FROM users;
SELECT JSON_OBJECT('t', 'character_infos', 'character_id', CAST(character_id AS CHAR), 'name', name) FROM character_infos
  WHERE character_id IN (SELECT character_id FROM refresh_tokens);
SELECT JSON_OBJECT('t', 'refresh_tokens', 'character_id', CAST(character_id AS CHAR), 'user_id', user_id, 'version', version, 'refresh_token', refresh_token, 'scopes', scopes, 'token', token, 'character_owner_hash', character_owner_hash, 'deleted_at', CAST(deleted_at AS CHAR)) FROM refresh_tokens;
SELECT JSON_OBJECT('t', 'squads', 'id', id, 'name', name, 'description', description, 'type', type, 'is_classified', is_classified) FROM squads;
SELECT JSON_OBJECT('t', 'squad_member', 'squad_id', squad_id, 'user_id', user_id) FROM squad_member;
SELECT JSON_OBJECT('t', 'squad_moderator', 'squad_id', squad_id, 'user_id', user_id) FROM squad_moderator;
SELECT JSON_OBJECT('t', 'squad_applications', 'squad_id', squad_id, 'user_id', user_id, 'message', message) FROM squad_applications;
SELECT JSON_OBJECT('t', 'seat_connector_users', 'connector_type', connector_type, 'connector_id', connector_id, 'connector_name', connector_name, 'user_id', user_id) FROM seat_connector_users;
SELECT JSON_OBJECT('t', 'end');
