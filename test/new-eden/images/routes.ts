import { Hono } from "hono";
import type { Context } from "hono";
import type { NewEdenApp, World } from "#test/new-eden/world.ts";
import { insignia, typeIcon } from "./insignia.ts";
import { LOGIN_BUTTON } from "./login-button.ts";
import { portrait } from "./portrait.ts";

const DAY_SECONDS = 24 * 60 * 60;
const ORIGINAL_SIZE = 512;
const SIZES = new Set(["32", "64", "128", "256", "512", "1024"]);

type Drawing = (id: number, size: number, world: World) => string;

/** The drawing for each category and variation. */
const CATEGORIES: Record<string, Record<string, Drawing>> = {
  alliances: { logo: (id, size) => insignia(id, size, { ring: true }) },
  characters: {
    portrait: (id, size, { pilots }) =>
      portrait(id, size, pilots.get(id)?.gender ?? (id % 2 === 0 ? "female" : "male")),
  },
  corporations: { logo: (id, size) => insignia(id, size) },
  types: { icon: typeIcon, render: typeIcon, bp: typeIcon, bpc: typeIcon, relic: typeIcon },
};

/** The image server. It answers with SVG where CCP's answers with PNG and JPEG. */
export const imageRoutes = new Hono<NewEdenApp>()
  .get("/eve-sso-login-black-large.png", (c) => drawing(c, LOGIN_BUTTON))
  .get("/:category/:id{[0-9]+}", (c) => {
    const variations = CATEGORIES[c.req.param("category")];
    return variations === undefined ? badVariation(c) : c.json(Object.keys(variations));
  })
  .get("/:category/:id{[0-9]+}/:variation", (c) => {
    const draw = CATEGORIES[c.req.param("category")]?.[c.req.param("variation")];
    if (draw === undefined) return badVariation(c);
    const size = c.req.query("size");
    if (size !== undefined && !SIZES.has(size)) return c.text("bad size", 400);
    return drawing(c, draw(Number(c.req.param("id")), Number(size ?? ORIGINAL_SIZE), c.env.world));
  });

function drawing(c: Context, image: string) {
  return c.body(image, 200, {
    "Content-Type": "image/svg+xml",
    "Cache-Control": `public, max-age=${DAY_SECONDS}`,
    "Access-Control-Allow-Origin": "*",
  });
}

function badVariation(c: Context) {
  return c.text("bad category or variation", 400);
}
