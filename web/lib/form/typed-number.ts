import { perLanguage } from "#web/language/messages.ts";

const SIZES: Record<string, number> = { "": 1, k: 1e3, m: 1e6, b: 1e9 };

const formatter = perLanguage(
  (tag) => new Intl.NumberFormat(tag, { useGrouping: false, maximumFractionDigits: 20 }),
);

/** The marks between thousands and before decimals in the language of the moment. */
const marks = perLanguage((tag) => {
  const parts = new Intl.NumberFormat(tag).formatToParts(12_345.6);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { thousands: find("group"), decimals: find("decimal") };
});

/** A number as it could be typed: "2.5", "2,5" in German. */
export const typedNumber = (value: number): string => formatter().format(value);

/** A number as it is typed: "5,000,000", "5m", "-2.5"; "5.000.000" and "-2,5" in German. NaN while it is none. */
export function readNumber(text: string): number {
  const { thousands, decimals } = marks();
  const plain = text
    .toLowerCase()
    .replaceAll(/[\s_]/g, "")
    .replaceAll(new RegExp(`\\${thousands}(?=\\d{3}(?!\\d))`, "g"), "")
    .replace(decimals, ".");
  const { digits, size = "" } =
    /^(?<digits>[-+−]?\d+(?:\.\d+)?)(?<size>[kmb]?)$/.exec(plain)?.groups ?? {};
  if (digits === undefined) return Number.NaN;
  return Number(digits.replace("−", "-")) * (SIZES[size] ?? 1);
}

/** A whole number from 1 to `most`, which has up to four digits; undefined while it is none. */
export function readWhole(text: string, most: number): number | undefined {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return value >= 1 && value <= most ? value : undefined;
}
