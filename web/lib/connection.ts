/** Whether the server answered when it was last asked. What it answered does not matter here. */
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
