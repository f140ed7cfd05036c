import { msg } from "#web/language/macros.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type { CharacterCondition } from "#shared/requirements/tree.ts";
import type { Piece } from "#web/lib/sentence.ts";

/** Why what a condition compares is not known, where the sentence names it. */
type Reason =
  | Exclude<
      UnknownReason,
      | "authorization_unknown"
      | "suspended"
      | "unconfirmed"
      | "source_off"
      | "contradictory"
      | "value_ended"
    >
  | "too_old_undated";

/** `whose`: "of Rook Ansgar", "of one of their characters". */
type Values = { whose: readonly Piece[]; day: string; owner: Name };

/** What is read for each condition, and why it is not known. */
export const UNKNOWN_SENTENCES: Record<
  CharacterCondition["type"],
  (values: Values) => Record<Reason, Message>
> = {
  corporation: ({ whose, day }) => ({
    never_read: msg`the corporation ${whose} has not been read yet`,
    too_old_undated: msg`the corporation ${whose} was read too long ago to count`,
    too_old: msg`the corporation ${whose} was last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover its corporation`,
    no_authorization: msg`the corporation ${whose} is not known: there is no valid authorization`,
    no_director: msg`the corporation ${whose} is not known: no director can read it`,
    eve_failed: msg`the corporation ${whose} could not be read from EVE`,
  }),
  alliance: ({ whose, day }) => ({
    never_read: msg`the alliance ${whose} has not been read yet`,
    too_old_undated: msg`the alliance ${whose} was read too long ago to count`,
    too_old: msg`the alliance ${whose} was last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover its alliance`,
    no_authorization: msg`the alliance ${whose} is not known: there is no valid authorization`,
    no_director: msg`the alliance ${whose} is not known: no director can read it`,
    eve_failed: msg`the alliance ${whose} could not be read from EVE`,
  }),
  time_in_corporation: ({ whose, day }) => ({
    never_read: msg`the corporation history ${whose} has not been read yet`,
    too_old_undated: msg`the corporation history ${whose} was read too long ago to count`,
    too_old: msg`the corporation history ${whose} was last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover its corporation history`,
    no_authorization: msg`the corporation history ${whose} is not known: there is no valid authorization`,
    no_director: msg`the corporation history ${whose} is not known: no director can read it`,
    eve_failed: msg`the corporation history ${whose} could not be read from EVE`,
  }),
  roles: ({ whose, day }) => ({
    never_read: msg`the roles ${whose} have not been read yet`,
    too_old_undated: msg`the roles ${whose} were read too long ago to count`,
    too_old: msg`the roles ${whose} were last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover its roles`,
    no_authorization: msg`the roles ${whose} are not known: there is no valid authorization`,
    no_director: msg`the roles ${whose} are not known: no director can read it`,
    eve_failed: msg`the roles ${whose} could not be read from EVE`,
  }),
  titles: ({ whose, day, owner }) => ({
    never_read: msg`the titles ${whose} have not been read yet`,
    too_old_undated: msg`the titles ${whose} were read too long ago to count`,
    too_old: msg`the titles ${whose} were last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover its titles`,
    no_authorization: msg`the titles ${whose} are not known: there is no valid authorization`,
    no_director: msg`the titles ${whose} are not known: no director of ${owner} can read it`,
    eve_failed: msg`the titles ${whose} could not be read from EVE`,
  }),
  authorization: ({ whose, day }) => ({
    never_read: msg`the authorization ${whose} has not been read yet`,
    too_old_undated: msg`the authorization ${whose} was read too long ago to count`,
    too_old: msg`the authorization ${whose} was last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover this condition`,
    no_authorization: msg`the authorization ${whose} is not known: there is no valid authorization`,
    no_director: msg`the authorization ${whose} is not known: no director can read it`,
    eve_failed: msg`the authorization ${whose} could not be read from EVE`,
  }),
  skills: ({ whose, day }) => ({
    never_read: msg`the skills ${whose} have not been read yet`,
    too_old_undated: msg`the skills ${whose} were read too long ago to count`,
    too_old: msg`the skills ${whose} were last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover its skills`,
    no_authorization: msg`the skills ${whose} are not known: there is no valid authorization`,
    no_director: msg`the skills ${whose} are not known: no director can read it`,
    eve_failed: msg`the skills ${whose} could not be read from EVE`,
  }),
  total_sp: ({ whose, day }) => ({
    never_read: msg`the skill points ${whose} have not been read yet`,
    too_old_undated: msg`the skill points ${whose} were read too long ago to count`,
    too_old: msg`the skill points ${whose} were last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover its skill points`,
    no_authorization: msg`the skill points ${whose} are not known: there is no valid authorization`,
    no_director: msg`the skill points ${whose} are not known: no director can read it`,
    eve_failed: msg`the skill points ${whose} could not be read from EVE`,
  }),
  character_age: ({ whose, day }) => ({
    never_read: msg`the age ${whose} has not been read yet`,
    too_old_undated: msg`the age ${whose} was read too long ago to count`,
    too_old: msg`the age ${whose} was last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover its age`,
    no_authorization: msg`the age ${whose} is not known: there is no valid authorization`,
    no_director: msg`the age ${whose} is not known: no director can read it`,
    eve_failed: msg`the age ${whose} could not be read from EVE`,
  }),
  security_status: ({ whose, day }) => ({
    never_read: msg`the security status ${whose} has not been read yet`,
    too_old_undated: msg`the security status ${whose} was read too long ago to count`,
    too_old: msg`the security status ${whose} was last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover its security status`,
    no_authorization: msg`the security status ${whose} is not known: there is no valid authorization`,
    no_director: msg`the security status ${whose} is not known: no director can read it`,
    eve_failed: msg`the security status ${whose} could not be read from EVE`,
  }),
  standing: ({ whose, day, owner }) => ({
    never_read: msg`the standing ${whose} has not been read yet`,
    too_old_undated: msg`the standing ${whose} was read too long ago to count`,
    too_old: msg`the standing ${whose} was last read on ${day}, which is too long ago to count`,
    missing_scope: msg`the authorization ${whose} does not cover its standing`,
    no_authorization: msg`the standing ${whose} is not known: there is no valid authorization`,
    no_director: msg`the standing ${whose} is not known: no director of ${owner} can read it`,
    eve_failed: msg`the standing ${whose} could not be read from EVE`,
  }),
};
