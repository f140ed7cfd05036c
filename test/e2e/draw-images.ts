import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findBrowser } from "#test/support/people/browser.ts";

/**
 * Draws what others show of Muster: the card under a shared link and the icon on a phone's home screen. Run it by
 * hand (`node test/e2e/draw-images.ts`) after the mark or the colours have changed, and look at the result.
 */
const font = (name: string) => readFileSync(`web/fonts/${name}.woff2`).toString("base64");
const mark = readFileSync("web/public/favicon.svg", "utf8");

/** Where nothing is written, so that no star reads as punctuation. */
const STARS = [
  [61, 108, 1.4, 0.5],
  [380, 52, 1, 0.5],
  [522, 120, 1.5, 0.7],
  [590, 40, 1, 0.4],
  [720, 70, 1.2, 0.6],
  [842, 36, 1, 0.4],
  [968, 96, 1.6, 0.7],
  [1090, 40, 1, 0.5],
  [1160, 132, 1.3, 0.5],
  [1178, 330, 1, 0.4],
  [1140, 560, 1.5, 0.6],
  [1010, 592, 1, 0.5],
  [880, 548, 1.2, 0.6],
  [742, 600, 1, 0.4],
  [640, 556, 1.4, 0.6],
  [610, 300, 1, 0.4],
  [26, 330, 1.2, 0.5],
  [34, 520, 1, 0.4],
] as const;

const circles = STARS.map(
  ([x, y, r, opacity]) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="#e6edf2" opacity="${opacity}"/>`,
).join("");

const style = `
  @font-face { font-family: Oxanium; font-weight: 400 650; src: url(data:font/woff2;base64,${font("oxanium-latin")}) }
  @font-face { font-family: Onest; font-weight: 400 650; src: url(data:font/woff2;base64,${font("onest-latin")}) }
  * { box-sizing: border-box; margin: 0 }
  body { position: relative; width: 1200px; height: 630px; background: #05080c; color: #f0f4f7; font: 400 26px/1.4 Onest }
  svg.sky { position: absolute; inset: 0 }
  .brand { position: absolute; left: 72px; top: 64px; display: flex; gap: 18px; align-items: center; font: 650 34px/1 Oxanium; letter-spacing: .06em }
  h1 { position: absolute; left: 72px; top: 210px; width: 560px; font: 650 78px/1.04 Oxanium }
  p.what { position: absolute; left: 72px; top: 404px; width: 500px; color: #bcc6cc; text-wrap: balance }
  .card { position: absolute; left: 668px; top: 186px; width: 452px; padding: 32px; border: 1px solid #2a323b; border-radius: 9px; background: #0b1016 }
  .lock::after { content: ""; position: absolute; inset: -16px; --i: linear-gradient(#58dbe9 0 0);
    background: var(--i) 0 0/24px 3px, var(--i) 0 0/3px 24px, var(--i) 100% 0/24px 3px, var(--i) 100% 0/3px 24px, var(--i) 0 100%/24px 3px, var(--i) 0 100%/3px 24px, var(--i) 100% 100%/24px 3px, var(--i) 100% 100%/3px 24px; background-repeat: no-repeat }
  h2 { font: 600 32px/1.2 Oxanium } .muted { color: #98a3ac; font-size: 21px }
  .chip { position: absolute; right: 28px; top: 34px; padding: 2px 14px; border-radius: 6px; background: #40330f; color: #ecc663; font: 550 20px/1.5 Onest }
  .line { display: flex; justify-content: space-between; margin-top: 28px; font-size: 22px } .line b { font: 600 22px/1.4 Oxanium }
  .queue { display: flex; gap: 2px; height: 22px; margin-top: 12px; border-radius: 3px; overflow: hidden }
  .queue i { background: #2b4c57 } .queue i:nth-child(even) { background: #356470 } .queue i:first-child { background: #58dbe9 }
  .groups { display: flex; gap: 10px; margin-top: 30px } .groups span { padding: 3px 14px; border-radius: 6px; background: #1b222b; color: #bcc6cc; font: 550 19px/1.5 Onest }`;

const card = `<style>${style}</style><svg class="sky" width="1200" height="630">${circles}</svg>
  <div class="brand"><svg width="44" height="44" viewBox="0 0 22 22" fill="none" stroke="#f0f4f7" stroke-width="1.8"><path d="M1 6V1h5M16 1h5v5M21 16v5h-5M6 21H1v-5"/><circle cx="11" cy="11" r="3.2" fill="#f0f4f7" stroke="none"/></svg>MUSTER</div>
  <h1>Every pilot accounted for.</h1>
  <p class="what">Sign-in, characters and groups for EVE Online communities</p>
  <div class="card lock"><h2>Aurelia Voss</h2><p class="muted">Sable Meridian [SBLM]</p><span class="chip">Main</span>
    <div class="line"><span>Caldari Battleship V</span><b>12d 10h 25m</b></div>
    <div class="queue"><i style="flex:30"></i><i style="flex:18"></i><i style="flex:22"></i><i style="flex:8"></i><i style="flex:14"></i></div>
    <div class="groups"><span>Home Defence</span><span>Capitals</span><span>Scouts</span></div></div>`;

/** iOS cuts the corners itself: the field reaches the edges, the mark keeps its distance. */
const icon = `<style>*{margin:0}body{width:180px;height:180px;background:#05080c;display:grid;place-items:center}svg{width:150px}rect{display:none}</style>${mark}`;

const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
await draw(card, 1200, 630, "web/public/social-card.png");
await draw(icon, 180, 180, "web/public/apple-touch-icon.png");
await browser.close();

async function draw(html: string, width: number, height: number, file: string) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const image = await page.screenshot();
  writeFileSync(file, image);
  console.log(`${file}: ${(image.length / 1024).toFixed(1)} KB`);
}
