-- Reads what Muster needs of SeAT 5, one row of JSON in each line, and changes nothing:
--   umask 077; mysql -NBr seat < seat.sql > seat.jsonl
-- Without seat-connector, delete the statement about seat_connector_users; without seat-hr, those about corporation_infos and seat_hr_*.
-- A client whose character set is latin1, such as that of MariaDB 10, would write ? for letters of other languages.
SET NAMES utf8mb4;
SELECT JSON_OBJECT('t', 'users', 'id', id, 'name', name, 'active', active, 'main_character_id', CAST(main_character_id AS CHAR)) FROM users;
SELECT JSON_OBJECT('t', 'character_infos', 'character_id', CAST(character_id AS CHAR), 'name', name) FROM character_infos
  WHERE character_id IN (SELECT character_id FROM refresh_tokens);
SELECT JSON_OBJECT('t', 'refresh_tokens', 'character_id', CAST(character_id AS CHAR), 'user_id', user_id, 'version', version, 'refresh_token', refresh_token, 'scopes', scopes, 'token', token, 'character_owner_hash', character_owner_hash, 'deleted_at', CAST(deleted_at AS CHAR)) FROM refresh_tokens;
SELECT JSON_OBJECT('t', 'squads', 'id', id, 'name', name, 'description', description, 'type', type, 'is_classified', is_classified) FROM squads;
SELECT JSON_OBJECT('t', 'squad_member', 'squad_id', squad_id, 'user_id', user_id) FROM squad_member;
SELECT JSON_OBJECT('t', 'squad_moderator', 'squad_id', squad_id, 'user_id', user_id) FROM squad_moderator;
SELECT JSON_OBJECT('t', 'squad_applications', 'squad_id', squad_id, 'user_id', user_id, 'message', message) FROM squad_applications;
SELECT JSON_OBJECT('t', 'seat_connector_users', 'connector_type', connector_type, 'connector_id', connector_id, 'connector_name', connector_name, 'user_id', user_id) FROM seat_connector_users;
SELECT JSON_OBJECT('t', 'corporation_infos', 'corporation_id', CAST(corporation_id AS CHAR), 'name', name) FROM corporation_infos
  WHERE corporation_id IN (SELECT corporation_id FROM seat_hr_corporations);
SELECT JSON_OBJECT('t', 'seat_hr_profiles', 'id', id, 'user_id', user_id) FROM seat_hr_profiles;
SELECT JSON_OBJECT('t', 'seat_hr_corporations', 'id', id, 'corporation_id', CAST(corporation_id AS CHAR), 'accepting_applications', accepting_applications) FROM seat_hr_corporations;
SELECT JSON_OBJECT('t', 'seat_hr_questions', 'id', id, 'name', name, 'type', type, 'active', active) FROM seat_hr_questions;
SELECT JSON_OBJECT('t', 'seat_hr_corporation_questions', 'corporation_id', corporation_id, 'question_id', question_id, 'active', active) FROM seat_hr_corporation_questions ORDER BY id;
SELECT JSON_OBJECT('t', 'seat_hr_statuses', 'id', id, 'name', name) FROM seat_hr_statuses;
SELECT JSON_OBJECT('t', 'seat_hr_applications', 'id', id, 'corporation_id', corporation_id, 'profile_id', profile_id, 'created_at', CAST(created_at AS CHAR)) FROM seat_hr_applications;
SELECT JSON_OBJECT('t', 'seat_hr_application_statuses', 'application_id', application_id, 'status_id', status_id, 'assigned_to', assigned_to, 'active', active) FROM seat_hr_application_statuses;
SELECT JSON_OBJECT('t', 'seat_hr_answers', 'application_id', application_id, 'question_id', question_id, 'response', response) FROM seat_hr_answers;
SELECT JSON_OBJECT('t', 'seat_hr_notes', 'profile_id', profile_id, 'created_by', created_by, 'severity', severity, 'note', note, 'created_at', CAST(created_at AS CHAR)) FROM seat_hr_notes;
SELECT JSON_OBJECT('t', 'seat_hr_blacklists', 'profile_id', profile_id, 'blacklisted_by', blacklisted_by, 'blacklisted_at', CAST(blacklisted_at AS CHAR), 'reason', reason) FROM seat_hr_blacklists;
SELECT JSON_OBJECT('t', 'end');
