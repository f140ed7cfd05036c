import { memo } from "react";

type Star = { x: string; y: string; radius: string; opacity: string; className: string };

/** The mulberry32 generator: seeded, so that the sky is the same on every visit. */
function seededRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TWINKLES = ["twinkle", "twinkle twinkle-slow", "twinkle twinkle-slower"];

function createSky(count: number, seed: number): Star[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const bright = random() > 0.95;
    const hue = random();
    const tint = hue > 0.9 ? " star-amber" : hue > 0.8 ? " star-blue" : "";
    const twinkle = index % 13 === 0 ? ` ${TWINKLES[(index / 13) % TWINKLES.length]}` : "";
    return {
      x: `${(random() * 100).toFixed(1)}%`,
      y: `${(random() * 100).toFixed(1)}%`,
      radius: (0.5 + random() * (bright ? 0.9 : 0.5)).toFixed(2),
      opacity: ((bright ? 0.5 : 0.22) + random() * (bright ? 0.25 : 0.4)).toFixed(2),
      className: `star${tint}${twinkle}`,
    };
  });
}

/** 100 stars on the landing page, 50 behind the shell. */
const SKIES = { 100: createSky(100, 30_000_142), 50: createSky(50, 30_002_187) };

/**
 * Percent coordinates keep all stars on every screen at their size. Only every thirteenth star is animated, because
 * players run EVE on the same GPU.
 */
export const Starfield = memo(function Starfield({ count }: { count: keyof typeof SKIES }) {
  return (
    <svg className="stars" aria-hidden="true" focusable="false" data-count={count}>
      {SKIES[count].map(({ x, y, radius, opacity, className }) => (
        <circle key={x + y} className={className} cx={x} cy={y} r={radius} opacity={opacity} />
      ))}
    </svg>
  );
});
