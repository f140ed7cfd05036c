import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { typeName } from "#web/language/eve-names.ts";
import type { Shared } from "#shared/vetting.ts";
import { formatInteger, formatIsk } from "#web/lib/format.ts";
import { formatDate } from "#web/lib/time.ts";

type Of<Section> = Extract<Shared, { section: Section }>["characters"][number]["value"];

/** The exact value of a section, one line for each character. */
export function valuesOf(shared: Shared): Map<number, string> {
  switch (shared.section) {
    case "skills":
      return worded(shared.characters, skillsText);
    case "training":
      return worded(shared.characters, trainingText);
    case "wallet":
      return worded(shared.characters, ({ balance }) => formatIsk(balance));
    case "assets":
      return worded(shared.characters, ({ totalValue }) => formatIsk(totalValue));
    case "corporationHistory":
      return worded(shared.characters, historyText);
  }
}

function worded<Value>(
  characters: readonly { characterId: number; value: Value | null }[],
  text: (value: Value) => string,
): Map<number, string> {
  return new Map(
    characters.map(({ characterId, value }) => [
      characterId,
      value === null ? t`not read from EVE yet` : text(value),
    ]),
  );
}

function skillsText({ total_sp, skills }: NonNullable<Of<"skills">>): string {
  const points = formatInteger(total_sp);
  return t`${points} SP, ${plural({ count: skills.length }, { one: "# skill", other: "# skills" })}`;
}

function trainingText({ training, queueState }: NonNullable<Of<"training">>): string {
  if (training === null) return queueState === "paused" ? t`Paused` : t`Nothing is training`;
  const skillName =
    training.skillName === null
      ? t`Unknown skill`
      : typeName(training.skill_id, training.skillName);
  const level = training.finished_level;
  if (training.finish_date === null) return t`${skillName} ${level}`;
  return t`${skillName} ${level}, ends ${ph({ date: formatDate(training.finish_date) })}`;
}

function historyText(history: NonNullable<Of<"corporationHistory">>): string {
  const [current, ...earlier] = history;
  if (current === undefined) return t`No corporation`;
  const corporationName = current.corporationName ?? t`Unknown corporation`;
  const date = formatDate(current.startDate);
  if (earlier.length === 0) return t`${corporationName} since ${date}`;
  return t`${corporationName} since ${date}, ${plural({ count: earlier.length }, { one: "# earlier", other: "# earlier" })}`;
}

/** Each corporation of a history, for reviewers. */
export function HistoryList({ value }: { value: NonNullable<Of<"corporationHistory">> }) {
  return (
    <ul className="mt-1 text-sm text-text-2">
      {value.map(({ recordId, corporationName, startDate }) => (
        <li key={recordId}>
          <Trans>
            <bdi>{ph({ corporationName: corporationName ?? t`Unknown corporation` })}</bdi> since{" "}
            {ph({ date: formatDate(startDate) })}
          </Trans>
        </li>
      ))}
    </ul>
  );
}
