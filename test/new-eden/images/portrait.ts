import { dice, pick } from "#test/new-eden/dice.ts";
import { f, space, spaceHue, svg } from "./space.ts";

const HAIR = [
  // Cropped.
  "M40 54C38 26 52 18 64 18S90 26 88 54C85 42 80 36 64 36S43 42 40 54Z",
  // Swept to one side.
  "M38 60C34 24 50 14 66 15 86 16 94 30 90 58 88 46 82 38 70 36 58 40 48 38 43 46 41 50 40 55 38 60Z",
  // Long.
  "M36 92C30 60 32 16 64 15S98 60 92 92C88 84 88 60 85 46 76 42 60 40 44 46 40 60 40 84 36 92Z",
  // Tied up.
  "M56 15C56 6 72 6 72 15 86 18 91 32 88 54 84 42 78 37 64 37S44 42 40 54C37 32 42 18 56 15Z",
  // Shaved.
  "M41 50C40 28 52 20 64 20S88 28 87 50C84 38 78 31 64 31S44 38 41 50Z",
] as const;

const COLLARS = [
  "M42 108 64 122 86 108 90 128H38Z",
  "M46 100C46 112 82 112 82 100L88 128H40Z",
  "M38 106 60 110 60 128H34ZM90 106 68 110 68 128H94Z",
] as const;

const SKINS = ["#f0cdb0", "#d9a57e", "#b97f58", "#8d5a3b", "#5f3a27", "#e3b795"] as const;

/** The hair styles for each gender. */
const STYLES = {
  female: [HAIR[1], HAIR[2], HAIR[3]],
  male: [HAIR[0], HAIR[1], HAIR[4]],
} as const;

/** A portrait, always the same for the same id. */
export function portrait(id: number, size: number, gender: "female" | "male"): string {
  const roll = dice(id);
  const hue = spaceHue(roll);
  const sky = space(roll, hue, 128);
  const skin = pick(roll, SKINS);
  const hair = `hsl(${f(roll() * 50 + (roll() > 0.8 ? 200 : 0))} ${f(10 + roll() * 45)}% ${f(8 + roll() * 34)}%)`;
  const suit = `hsl(${f(hue + 190)} 18% 17%)`;
  const trim = `hsl(${f(hue)} 75% 62%)`;
  const light = roll() > 0.5;
  const defs = `${sky.defs}
<linearGradient id="light" x1="${light ? 0 : 1}" x2="${light ? 1 : 0}"><stop offset="0" stop-color="${trim}" stop-opacity=".75"/>
<stop offset=".32" stop-color="#fff" stop-opacity="0"/><stop offset=".55" stop-color="#000" stop-opacity=".1"/>
<stop offset="1" stop-color="#04070c" stop-opacity=".78"/></linearGradient>`;
  const shoulders = "M6 128C8 104 28 98 50 94L64 102 78 94C100 98 120 104 122 128Z";
  const face =
    "M44 48C44 32 52 26 64 26S84 32 84 48C84 62 79 74 72 80 67 84 61 84 56 80 49 74 44 62 44 48Z";
  const neck = "M54 72H74V96C70 104 58 104 54 96Z";
  const visor =
    roll() > 0.68
      ? `<path d="M43 50H85V57C80 62 70 60 64 59 58 60 48 62 43 57Z" fill="${trim}" opacity=".82"/>`
      : `<path d="M50 54Q54.500 51.500 59 54M69 54Q73.500 51.500 78 54" stroke="#1a1210" stroke-width="2.200" fill="none" stroke-linecap="round"/>
<path d="M49 48.500 59 47M69 47 79 48.500" stroke="${hair}" stroke-width="2" stroke-linecap="round"/>`;
  const body = `${sky.body}
<g><path d="${neck}" fill="${skin}"/><path d="${neck}" fill="#000" opacity=".35"/>
<path d="${shoulders}" fill="${suit}"/><path d="${pick(roll, COLLARS)}" fill="hsl(${f(hue + 190)} 20% 24%)"/>
<path d="M14 116C28 104 42 102 50 100M114 116C100 104 86 102 78 100" stroke="${trim}" stroke-width="1.500" fill="none" opacity=".85"/>
<path d="${face}" fill="${skin}"/>${visor}
<path d="M62 58 61 67 66 67.500M58.500 73.500Q64 76 69.500 73.500" stroke="#2a1712" stroke-width="1.300" fill="none" opacity=".55" stroke-linecap="round"/>
<path d="${pick(roll, STYLES[gender])}" fill="${hair}"/></g>
<g fill="url(#light)"><path d="${face}"/><path d="${shoulders}"/></g>`;
  return svg(size, "16 8 96 96", defs, body);
}
