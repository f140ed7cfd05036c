import type { FormContent, SharedSection } from "#shared/groups/forms.ts";
import { characterSections } from "#worker/db/schema/characters.ts";
import type { BuiltUser } from "./builders.ts";
import type { Community } from "#test/support/workerd/harness.ts";

/** A form that asks for sections and nothing else. */
export function formOf(given: Partial<FormContent> = {}): FormContent {
  return {
    introduction: null,
    questions: [],
    sections: ["skills", "training", "wallet", "assets", "corporationHistory"],
    whose: "all",
    shareDays: 0,
    ...given,
  };
}

/** Gives a character a wallet with this balance. */
export async function setBalance(muster: Community, characterId: number, balance: number) {
  const data = JSON.stringify({ balance });
  await muster.context.db
    .insert(characterSections)
    .values({ characterId, section: "wallet", data })
    .onConflictDoUpdate({
      target: [characterSections.characterId, characterSections.section],
      set: { data },
    });
}

/** Shares sections of all characters of the user. */
export function shareOf(
  { characterIds }: Pick<BuiltUser, "characterIds">,
  sections: readonly SharedSection[],
  reviewerGroupId: string | null = null,
) {
  return {
    reviewerGroupId,
    sections: sections.map((section) => ({ section, characterIds })),
  };
}
