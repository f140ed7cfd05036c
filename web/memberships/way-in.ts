import { msg, t } from "#web/language/macros.ts";
import type { WayIn } from "#shared/pilots/access.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";

/** How a membership began: "Approved by Mira Tal". `isOwn`: the reader's own. */
export function wayInText(wayIn: WayIn | null, isOwn: boolean): Piece[] {
  if (wayIn === null) return [t`From before Muster kept a log`];
  const by = wayIn.by && { name: wayIn.by.name };
  switch (wayIn.kind) {
    case "founded":
      return [isOwn ? t`You created the group` : t`Created the group`];
    case "joined":
      return [isOwn ? t`You joined: the group was open` : t`Joined: the group was open`];
    case "added":
      return by ? sentence(msg`Added by ${by}`) : [t`Added by an administrator`];
    case "approved":
      return by ? sentence(msg`Approved by ${by}`) : [t`Approved by a leader`];
    case "invited":
      return by ? sentence(msg`Invited by ${by}`) : [t`Invited by a leader`];
    case "code":
      return by ? sentence(msg`Invite code of ${by}`) : [t`Invite code of a leader`];
    case "moved":
      return [t`Moved in from another system`];
    case "rule":
      return [
        isOwn ? t`Automatic: you meet its requirements` : t`Automatic: meets the requirements`,
      ];
  }
}
