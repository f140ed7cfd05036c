import { msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { enumerated, sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";
import type { Claim } from "#shared/applications/claims.ts";
import type { SharedSection } from "#shared/groups/forms.ts";
import type { WayIn } from "#shared/groups/groups.ts";

const WORDS: Record<Claim, Message> = {
  name: msg`main character`,
  picture: msg`portrait`,
  corporation: msg`corporation and alliance`,
  groups: msg`some groups`,
  characters: msg`all characters`,
  email: msg`made-up email address`,
};

/** "Learns main character, portrait, some groups" */
export function claimWords(claims: readonly Claim[]): string {
  if (claims.length === 0) return t`Learns an identifier only`;
  return t`Learns ${ph({ facts: enumerated(claims.map((claim) => say(WORDS[claim]))) })}`;
}

export const SECTION_LABELS: Record<SharedSection, Message> = {
  skills: msg`Skills`,
  training: msg`Training`,
  wallet: msg`Wallet’s total`,
  assets: msg`Assets’ total`,
  corporationHistory: msg`Corporation history`,
};

/** What of the section is shown. */
export const SECTION_HINTS: Record<SharedSection, Message> = {
  skills: msg`Every skill with its level, and the total points`,
  training: msg`The running skill only`,
  wallet: msg`No journal, no transactions`,
  assets: msg`The estimated value, no list and no places`,
  corporationHistory: msg`Every corporation with its dates`,
};

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
