import { afterEach, expect, test } from "vitest";
import { readNumber, typedNumber } from "#web/lib/form/typed-number.ts";
import { speak } from "#web/language/messages.ts";

afterEach(() => speak("en", {}));

test.each([
  ["en", "5,000,000", 5_000_000],
  ["en", "5m", 5_000_000],
  ["en", "-2.5", -2.5],
  ["en", "−0.1", -0.1],
  ["en", "1_000 k", 1_000_000],
  ["de", "5.000.000", 5_000_000],
  ["de", "-2,5", -2.5],
  ["de", "1,5m", 1_500_000],
  // Not three digits: no mark between thousands.
  ["de", "2.5", 2.5],
  ["fr", "5 000 000", 5_000_000],
  ["fr", "2,5", 2.5],
  ["es", "12.345,5", 12_345.5],
  ["ru", "5 000", 5000],
  ["ja", "5,000", 5000],
  ["en", "five", Number.NaN],
  ["de", "1,2,3", Number.NaN],
  ["en", "", Number.NaN],
])("in %s, %s is %d", (language, text, number) => {
  speak(language, {});
  expect(readNumber(text)).toBe(number);
});

test.each(["en", "de", "fr", "es", "ru", "zh", "ja", "ko"])(
  "what %s shows it can read",
  (language) => {
    speak(language, {});
    for (const number of [0, 5, -2.5, 0.125, 1_234_567.25, -10]) {
      expect(readNumber(typedNumber(number))).toBe(number);
    }
  },
);
