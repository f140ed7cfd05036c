import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { LANGUAGES } from "#shared/language/languages.ts";
import type { Language } from "#shared/language/languages.ts";
import { SPOKEN } from "#shared/language/spoken.ts";
import { t } from "#web/language/macros.ts";
import { useWords } from "#web/language/use-language.ts";
import { chooseLanguage } from "#web/lib/api/session.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { MenuItem } from "./menu.tsx";

/** The languages as items of a menu, each in its own words; none if there is only one. The choice is made at once. */
export function useLanguageItems(): MenuItem[] {
  const client = useQueryClient();
  const { language: current } = useWords();
  if (SPOKEN.length === 1) return [];
  return SPOKEN.map((language) => ({
    label: LANGUAGES[language],
    isChosen: language === current,
    onSelect: () => void choose(client, language),
  }));
}

async function choose(client: QueryClient, language: Language) {
  try {
    await chooseLanguage(client, language);
  } catch {
    toast.error(t`The language is kept on this device only. Try again later.`);
  }
  await client.invalidateQueries({ predicate: ({ meta }) => meta?.["isWorded"] === true });
}
