import { ph, t } from "#web/language/macros.ts";
import { currentLanguage, perLanguage } from "#web/language/messages.ts";

const decimals = (digits: number, useGrouping: boolean) =>
  perLanguage(
    (tag) =>
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping,
      }),
  );
const whole = decimals(0, true);
const twoDecimals = decimals(2, true);
/** Before the letter of a unit. */
const oneOfUnit = decimals(1, false);
const twoOfUnit = decimals(2, false);

/** 1,234 */
export function formatInteger(value: number): string {
  return whole().format(value);
}

const ROMAN = ["0", "I", "II", "III", "IV", "V"];

/** EVE shows skill levels in Roman numerals: "Caldari Battleship V". */
export function romanLevel(level: number): string {
  return ROMAN[level] ?? String(level);
}

/** 1,234,567.89 ISK */
export function formatIsk(amount: number): string {
  return t`${ph({ amount: twoDecimals().format(amount) })} ISK`;
}

const ISK_UNITS = [
  { size: 1e12, suffix: "t" },
  { size: 1e9, suffix: "b" },
  { size: 1e6, suffix: "m" },
  { size: 1e3, suffix: "k" },
];

/** Elsewhere as the language has it: 48,21 Mrd. in German, 6,494만 in Korean. */
const inLanguage = perLanguage(
  (tag) =>
    new Intl.NumberFormat(tag, {
      notation: "compact",
      maximumSignificantDigits: 4,
      useGrouping: "always",
    }),
);
const isEnglish = () => currentLanguage() === "en";

/** As in EVE: 9,999.00 below ten thousand, then 48.21b. Rounds up units: never 1000.00k but 1.00m. */
export function formatIskShort(amount: number): string {
  const size = Math.abs(amount);
  const unit = ISK_UNITS.find((unit) => size >= unit.size * 0.999_995);
  if (!unit || size < 9_999.995) return twoDecimals().format(amount);
  if (!isEnglish()) return inLanguage().format(amount);
  return `${twoOfUnit().format(amount / unit.size)}${unit.suffix}`;
}

/** A security status: 4.2 */
export function formatTenths(value: number): string {
  return oneOfUnit().format(value);
}

/** Skill points: 1.50M, 45.3K, 250. */
export function formatSp(points: number): string {
  if (points >= 1000 && !isEnglish()) return inLanguage().format(points);
  if (points >= 1_000_000) return `${twoOfUnit().format(points / 1e6)}M`;
  if (points >= 1000) return `${oneOfUnit().format(points / 1e3)}K`;
  return formatInteger(points);
}
