export type Room = {
  /** Rooms, of which the doors may be imported; or paths of files. */
  imports: string[];
  /** The files that other rooms may import. */
  doors: string[];
};

/** Other rooms may import any of its files. */
export const open = (...imports: string[]): Room => ({ imports, doors: ["*"] });
/** Other rooms may import its service only; `worker/app.ts` also mounts its routes. */
export const domain = (...imports: string[]): Room => ({ imports, doors: ["service.ts"] });
