/** The export cannot be used. The message says where and why, for the person who made it. */
export class ExportError extends Error {
  constructor(place: string, reason: string) {
    super(place === "" ? reason : `${place}: ${reason}`);
    this.name = "ExportError";
  }
}
