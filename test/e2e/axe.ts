import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const LONGEST_HTML = 300;

/** A page compiles axe again after each load, and the build without comments in three quarters of the time. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * axe is compiled for browsers without private fields, and keeps the seven of each colour in WeakMaps: a third of its time on a
 * list. As properties, they cost next to nothing.
 */
const FIELDS_AS_PROPERTIES = `
  class WeakMap {
    #key = Symbol();
    has(object) { return this.#key in object; }
    get(object) { return object[this.#key]; }
    set(object, value) { object[this.#key] = value; return this; }
  }
  class WeakSet extends WeakMap {
    add(object) { return this.set(object, true); }
  }
`;

/**
 * axe computes each colour of each element anew, which is half of its time on a long list. A page has a few dozens of colours;
 * the same text is the same colour.
 */
const REMEMBER_COLOURS = `{
  const seen = new Map();
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  prototype.parseString = function (text) {
    const known = seen.get(text);
    if (known === undefined) {
      parseString.call(this, text);
      const { r, g, b, alpha } = this;
      seen.set(text, { r, g, b, alpha });
    } else Object.assign(this, known);
    return this;
  };
}`;

/** By default axe writes the HTML of each element that it looks at, with all that is in it. */
const WITHOUT_HTML = "axe.configure({ noHtml: true });";

const FAST_AXE = `(() => {${FIELDS_AS_PROPERTIES}${SOURCE}\n})();${REMEMBER_COLOURS}${WITHOUT_HTML}`;

/** What axe finds on the page as it is, or in the parts that a selector finds, each with the first of its elements. There are no frames. */
export async function findViolations(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(FAST_AXE);
  const engine = await page.evaluateHandle<typeof axe>("axe");
  const asked = { tags: TAGS, within };
  const violations = await engine.evaluate(async ({ run }, { tags, within: parts }) => {
    // What stood in front a moment ago may have closed.
    if (parts !== undefined && document.querySelector(parts) === null) return [];
    const found = await run(parts ?? document, {
      runOnly: tags,
      resultTypes: ["violations"],
      selectors: false,
      elementRef: true,
    });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.element?.outerHTML}`);
  }, asked);
  return violations.map((text) => text.slice(0, LONGEST_HTML));
}
