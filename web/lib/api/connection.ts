/** Whether the last request reached the server, whatever its response. */
let isReachable = true;
const listeners = new Set<() => void>();

export function isServerReachable(): boolean {
  return isReachable;
}

export function noteAnswer(isAnswered: boolean): void {
  if (isAnswered === isReachable) return;
  isReachable = isAnswered;
  for (const listener of listeners) listener();
}

export function onReachabilityChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
