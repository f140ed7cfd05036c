import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { WatchSubject } from "#shared/watchlist.ts";

/** What an entry is about. */
export const SUBJECTS: Record<
  WatchSubject,
  { label: Message; placeholder: Message; none: Message }
> = {
  pilot: {
    label: msg`Pilot`,
    placeholder: msg`Full name of a pilot in EVE`,
    none: msg`No pilot in EVE has this name.`,
  },
  corporation: {
    label: msg`Corporation`,
    placeholder: msg`Name or ticker of a corporation`,
    none: msg`No corporation matches this name.`,
  },
  alliance: {
    label: msg`Alliance`,
    placeholder: msg`Name or ticker of an alliance`,
    none: msg`No alliance matches this name.`,
  },
};
