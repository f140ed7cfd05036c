import "./app.css";
import { startLanguage } from "#web/language/loading.ts";
import { currentLanguage } from "#web/language/messages.ts";
import { preload, preloadOnIntent } from "#web/app/preload.ts";
import { loadLetters } from "#web/fonts/letters.ts";
import { forgetBookmark } from "#web/lib/api/api.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { firstPaint } from "#web/lib/first-paint.ts";

/** A first page whose code and data arrive within this time is drawn once, without placeholders. */
const FIRST_DRAW_WAIT_MS = 250;

const language = startLanguage(firstPaint());
loadLetters(currentLanguage());
const client = createQueryClient();
void client.prefetchQuery(sessionQuery);
addEventListener("focus", forgetBookmark);
preloadOnIntent(client);
void start(preload(client, location));
// What no first drawing shows. Without it the page works as well.
void firstPaint().then(() => import("#web/app/after-paint.css").catch(() => undefined));

/** React DOM, the largest part, loads beside the first page's code and data. */
async function start(firstPage: Promise<void>): Promise<void> {
  const [{ mount }] = await Promise.all([import("#web/app/mount.tsx"), language]);
  await Promise.race([
    firstPage,
    new Promise((resolve) => setTimeout(resolve, FIRST_DRAW_WAIT_MS)),
  ]);
  mount(client);
}
