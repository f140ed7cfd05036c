import type { CDPSession, Page } from "@playwright/test";

type Weight = { requests: number; bytes: number };
export type Visit = { route: string; cold: Weight; warm: Weight };

/** The bytes and requests of a route on the first and on the second visit. */
export async function visit(page: Page, origin: string, route: string): Promise<Visit> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  const cold = await weigh(page, session, `${origin}${route}`);
  const warm = await weigh(page, session, `${origin}${route}`);
  await session.detach();
  return { route, cold, warm };
}

async function weigh(page: Page, session: CDPSession, url: string): Promise<Weight> {
  await page.goto("about:blank");
  const weight = { requests: 0, bytes: 0 };
  const cached = new Set<string>();
  const onCached = ({ requestId }: { requestId: string }) => cached.add(requestId);
  const onResponse = (event: { requestId: string; response: { fromDiskCache?: boolean } }) => {
    if (event.response.fromDiskCache) cached.add(event.requestId);
  };
  const onFinished = (event: { requestId: string; encodedDataLength: number }) => {
    if (cached.has(event.requestId)) return;
    weight.requests += 1;
    weight.bytes += event.encodedDataLength;
  };
  session.on("Network.requestServedFromCache", onCached);
  session.on("Network.responseReceived", onResponse);
  session.on("Network.loadingFinished", onFinished);
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  session.off("Network.requestServedFromCache", onCached);
  session.off("Network.responseReceived", onResponse);
  session.off("Network.loadingFinished", onFinished);
  return weight;
}
