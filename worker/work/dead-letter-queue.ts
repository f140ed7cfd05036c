/** How the name of the queue ends whose messages were given up: an account with two of Muster has two such queues. */
const ENDING = "-dead";

export function isDeadLetterQueue(name: string): boolean {
  return name.endsWith(ENDING);
}
