import type { Reporter, TestModule, TestSpecification } from "vitest/node";

const EVERY_MS = 10_000;

/** Says every ten seconds how far the run is. The default reporter prints the files one by one, without their number. */
export default class Progress implements Reporter {
  #files = 0;
  #ended = 0;
  #tests = 0;
  #started = 0;
  #said = 0;

  onTestRunStart(specifications: readonly TestSpecification[]) {
    this.#files = specifications.length;
    this.#started = Date.now();
    this.#said = this.#started;
  }

  onTestModuleEnd(module: TestModule) {
    this.#ended += 1;
    this.#tests += [...module.children.allTests()].length;
    const now = Date.now();
    if (now - this.#said < EVERY_MS) return;
    this.#said = now;
    const seconds = Math.round((now - this.#started) / 1000);
    console.log(` … ${this.#ended} of ${this.#files} files, ${this.#tests} tests, ${seconds} s`);
  }
}
