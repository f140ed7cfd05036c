import type { Page } from "@playwright/test";
import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

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

/** What axe finds on the page as it is, each with the first of its elements. The page has no frames. */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(`${axe.source};${REMEMBER_COLOURS}`);
  }
  const engine = await page.evaluateHandle<typeof axe>("axe");
  return engine.evaluate(async ({ run }, tags) => {
    const { violations } = await run(document, {
      runOnly: tags,
      resultTypes: ["violations"],
      selectors: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, TAGS);
}
