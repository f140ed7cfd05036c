import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { SharedSection } from "#shared/groups/forms.ts";

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
