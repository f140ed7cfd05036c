import type { WayIn } from "#shared/pilots/access.ts";
import type { Piece } from "#web/lib/sentence.ts";

/** How a membership began: "Approved by Mira Tal". `isOwn`: the reader's own. */
export function wayInText(wayIn: WayIn | null, isOwn: boolean): Piece[] {
  if (wayIn === null) return ["From before Muster kept a log"];
  const by = wayIn.by && { name: wayIn.by.name };
  switch (wayIn.kind) {
    case "founded":
      return [isOwn ? "You created the group" : "Created the group"];
    case "joined":
      return [isOwn ? "You joined; it was open" : "Joined; it was open"];
    case "added":
      return by ? ["Added by ", by] : ["Added by an administrator"];
    case "approved":
      return by ? ["Approved by ", by] : ["Approved by a leader"];
    case "invited":
      return by ? ["Invited by ", by] : ["Invited by a leader"];
    case "code":
      return by ? ["Invite code of ", by] : ["Invite code of a leader"];
    case "moved":
      return ["Moved in from another system"];
    case "rule":
      return [isOwn ? "Automatic: you meet its requirements" : "Automatic: meets the requirements"];
  }
}
