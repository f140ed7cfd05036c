import { createListeners } from "#web/lib/listeners.ts";

/** Whether the last request reached the server, whatever its response. */
let isReachable = true;
const { tell, listen } = createListeners();
export { listen as onReachabilityChange };

export function isServerReachable(): boolean {
  return isReachable;
}

export function noteAnswer(isAnswered: boolean): void {
  if (isAnswered === isReachable) return;
  isReachable = isAnswered;
  tell();
}
