import { PROBLEM_WORDS } from "#shared/discord/servers.ts";
import type { PreviewedMember } from "#shared/discord/servers.ts";
import { CSV_MARK, toCsvLine } from "#shared/text.ts";
import { t } from "#web/language/macros.ts";
import { sayShared } from "#web/language/shared-words.ts";
import { enumerated } from "#web/lib/enumerated.ts";

/** One line for each person. */
export function previewCsv(people: readonly PreviewedMember[], roleName: (id: string) => string) {
  const header = ["Discord", t`Main`, t`Gets`, t`Loses`, t`Nickname`, t`Not possible`];
  const lines = people.map(({ name, mainCharacterName, add, remove, nickname, problem }) => [
    name,
    mainCharacterName ?? "",
    enumerated(add.map(roleName)),
    enumerated(remove.map(roleName)),
    nickname ?? "",
    problem === null ? "" : sayShared(PROBLEM_WORDS[problem]),
  ]);
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
