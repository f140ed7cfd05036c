import { READ_ONLY_HEADER } from "#shared/errors/error.ts";
import { createListeners } from "#web/lib/listeners.ts";
import { serverNow } from "#web/lib/time/clock.ts";

/** Until when the server saves nothing, in milliseconds; undefined if it does. */
let until: number | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const { tell, listen } = createListeners();
export { listen as onReadOnlyChange };

export function readOnlyUntil(): number | undefined {
  return until;
}

/**
 * Learns from a response whether the server refuses writes. A successful write ends it, and so does its time; a read may
 * come from a server that has not noticed.
 */
export function noteReadOnly(response: Response, isWrite: boolean): void {
  const told = Date.parse(response.headers.get(READ_ONLY_HEADER) ?? "");
  if (!Number.isNaN(told)) setUntil(told > serverNow() ? told : undefined);
  else if (isWrite && response.ok) setUntil(undefined);
}

function setUntil(next: number | undefined) {
  if (next === until) return;
  until = next;
  clearTimeout(timer);
  if (next !== undefined) timer = setTimeout(() => setUntil(undefined), next - serverNow());
  tell();
}
