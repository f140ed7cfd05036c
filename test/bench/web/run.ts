import { openChromium } from "./chromium.ts";
import { measureInteractions } from "./interactions.ts";
import type { Latency } from "./interactions.ts";
import { openProduct } from "./product.ts";
import { PUBLIC_ROUTES, signIn } from "./routes.ts";
import { printTable } from "./table.ts";
import { visit } from "./visit.ts";
import type { Visit } from "./visit.ts";

/**
 * `npm run bench -- web [--json]`: the network costs of each screen, cold and warm, and how fast it responds
 * to input. It only reports; the budgets are asserted by `npm run bench -- lighthouse` and the build.
 */
const product = await openProduct();
const browser = await openChromium(product.fingerprint);
try {
  const visits: Visit[] = [];
  const latencies: Latency[] = await browser.visit(async (page) => {
    for (const route of PUBLIC_ROUTES) visits.push(await visit(page, product.origin, route));
    const routes = await signIn(page, product);
    for (const route of routes) visits.push(await visit(page, product.origin, route));
    return measureInteractions(page, product);
  });
  if (process.argv.includes("--json")) console.log(JSON.stringify({ visits, latencies }, null, 2));
  else {
    printTable(
      visits.map(({ route, cold, warm }) => ({
        route,
        "cold KB": kilobytes(cold.bytes),
        requests: cold.requests,
        "warm KB": kilobytes(warm.bytes),
        again: warm.requests,
      })),
    );
    printTable(latencies.map(({ interaction, ms }) => ({ interaction, "INP ms": ms })));
  }
} finally {
  await browser.close();
  await product.close();
}

function kilobytes(bytes: number): number {
  return Number((bytes / 1024).toFixed(1));
}
