/** Mostly blue and violet, sometimes orange. */
export function spaceHue(roll: () => number): number {
  const hue = 190 + roll() * 120;
  return roll() > 0.85 ? 20 + roll() * 25 : hue;
}

/** The background of every picture: a gradient, two nebulae and some stars. */
export function space(
  roll: () => number,
  hue: number,
  size: number,
): { defs: string; body: string } {
  const far = hue + 20 + roll() * 50;
  const stars = Array.from({ length: 14 }, () => {
    const [x, y, r] = [roll() * size, roll() * size, 0.3 + roll() * 0.7];
    return `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="#fff" opacity="${f(0.25 + roll() * 0.6)}"/>`;
  });
  const defs = `
<radialGradient id="sky" cx="${f(0.25 + roll() * 0.5)}" cy="${f(0.1 + roll() * 0.3)}" r="1">
<stop offset="0" stop-color="hsl(${f(hue)} 45% 26%)"/><stop offset=".55" stop-color="hsl(${f(hue + 18)} 50% 11%)"/>
<stop offset="1" stop-color="hsl(${f(far)} 45% 4%)"/></radialGradient>
<radialGradient id="glow"><stop offset="0" stop-color="hsl(${f(far)} 80% 62%)" stop-opacity=".5"/>
<stop offset="1" stop-color="hsl(${f(far)} 80% 50%)" stop-opacity="0"/></radialGradient>`;
  const nebula = (x: number, y: number, r: number) =>
    `<ellipse cx="${f(x * size)}" cy="${f(y * size)}" rx="${f(r * size)}" ry="${f(r * size * 0.6)}" fill="url(#glow)"/>`;
  const body = `<rect width="${size}" height="${size}" fill="url(#sky)"/>
${nebula(roll(), 0.15 + roll() * 0.3, 0.6)}${nebula(roll(), 0.5 + roll() * 0.4, 0.5)}${stars.join("")}`;
  return { defs, body };
}

export function svg(size: number, viewBox: string, defs: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${viewBox}"><defs>${defs}</defs>${body}</svg>`;
}

/** Rounds, to keep pictures small. */
export function f(value: number): string {
  return String(Math.round(value * 100) / 100);
}
