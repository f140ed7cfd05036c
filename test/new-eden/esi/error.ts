/** An error with ESI's own text. */
export class EsiError extends Error {
  readonly status: number;
  readonly more: object;

  constructor(status: number, message: string, more: object = {}) {
    super(message);
    this.name = "EsiError";
    this.status = status;
    this.more = more;
  }

  get body() {
    return { error: this.message, ...this.more };
  }
}
