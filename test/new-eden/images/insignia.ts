import { dice, pick } from "#test/new-eden/dice.ts";
import { f, space, spaceHue, svg } from "./space.ts";

const FRAMES = [
  "M64 8 112 36V92L64 120 16 92V36Z",
  "M64 8C84 18 100 20 112 20 112 72 100 104 64 120 28 104 16 72 16 20 28 20 44 18 64 8Z",
  "M64 10 118 64 64 118 10 64Z",
  "M64 8A56 56 0 1 1 63.900 8Z",
] as const;

/** A shape above the center (64, 64), repeated around it. */
const BLADES = [
  "M64 24 72 60 64 66 56 60Z",
  "M64 22C74 36 74 48 64 60 54 48 54 36 64 22Z",
  "M58 26H70L66 62H62Z",
  "M64 28A10 10 0 0 1 64 48 10 10 0 0 1 64 28Z",
  "M50 34 64 26 78 34 64 56Z",
] as const;

/** The logo of a corporation, or with a ring that of an alliance. */
export function insignia(id: number, size: number, { ring = false } = {}): string {
  const roll = dice(id * 31 + (ring ? 7 : 0));
  const hue = roll() * 360;
  const sky = space(roll, spaceHue(roll), 128);
  const arms = pick(roll, [2, 3, 4, 5, 6, 8]);
  const blade = pick(roll, BLADES);
  const turns = Array.from(
    { length: arms },
    (_, arm) => `<path d="${blade}" transform="rotate(${f((360 / arms) * arm)} 64 64)"/>`,
  );
  const defs = `${sky.defs}<linearGradient id="metal" x2="0" y2="1"><stop offset="0" stop-color="hsl(${f(hue)} 60% 82%)"/>
<stop offset=".5" stop-color="hsl(${f(hue)} 58% 54%)"/><stop offset="1" stop-color="hsl(${f(hue + 25)} 60% 32%)"/></linearGradient>`;
  const frame = pick(roll, FRAMES);
  const body = `${sky.body}
<path d="${frame}" fill="hsl(${f(hue + 200)} 35% 9%)" fill-opacity=".82" stroke="url(#metal)" stroke-width="4"/>
${ring ? `<circle cx="64" cy="64" r="44" fill="none" stroke="url(#metal)" stroke-width="1.500" stroke-dasharray="${f(2 + roll() * 8)} 3"/>` : ""}
<g fill="url(#metal)">${turns.join("")}</g><circle cx="64" cy="64" r="${f(4 + roll() * 5)}" fill="hsl(${f(hue)} 70% 88%)"/>`;
  return svg(size, "0 0 128 128", defs, body);
}

/** A crate, the icon of every item type. */
export function typeIcon(id: number, size: number): string {
  const roll = dice(id);
  const hue = roll() * 360;
  const sky = space(roll, spaceHue(roll), 64);
  const side = (d: string, light: number) => `<path d="${d}" fill="hsl(${f(hue)} 30% ${light}%)"/>`;
  const body = `${sky.body}${side("M32 12 52 22 32 32 12 22Z", 62)}${side("M12 22 32 32V54L12 43Z", 40)}${side("M52 22 32 32V54L52 43Z", 26)}
<path d="M22 17 42 27V33" fill="none" stroke="hsl(${f(hue + 40)} 80% 70%)" stroke-width="2"/>`;
  return svg(size, "0 0 64 64", sky.defs, body);
}
