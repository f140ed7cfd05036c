import { Agent, request } from "node:http";
import { PORT } from "./port.ts";
import { expect, test } from "./product.ts";
import { send } from "./raw-request.ts";

// The server of the tests behaves as Cloudflare does.

/** One exchange after another on the same connection. */
function sendOn(agent: Agent, method: string, path: string, body?: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = body && { "content-type": "text/xml", "content-length": body.length };
  const sent = request(
    { host: "localhost", port: PORT, agent, method, path, headers },
    (answer) => {
      answer.resume();
      answer.on("error", reject);
      answer.on("end", () => resolve(`${method} ${answer.statusCode}`));
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

for (const [size, status] of [
  [10, 415],
  [20_000, 415],
  [262_144, 413],
  [2_000_000, 413],
] as const) {
  test(`a request that is answered before its ${size} bytes are read leaves the next one alone`, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answers = [];
    for (let round = 0; round < 30; round += 1) {
      answers.push(await sendOn(agent, "POST", "/api/auth/claim-main", Buffer.alloc(size, "<")));
      answers.push(await sendOn(agent, "GET", "/api/auth/session"));
    }
    agent.destroy();
    expect([...new Set(answers)]).toEqual([`POST ${status}`, "GET 200"]);
  });
}

test("two hundred reads of a stylesheet at once are all stylesheets", async () => {
  const { text: page } = await send("GET", "/");
  const [path = ""] = page.match(/\/assets\/[^"]+\.css/) ?? [];
  const answers = await Promise.all(Array.from({ length: 200 }, () => send("GET", path)));
  const kinds = answers.map(({ status, headers, text }) =>
    [status, headers["content-type"], text.length].join(" "),
  );
  expect(new Set(kinds)).toEqual(
    new Set([`200 text/css; charset=utf-8 ${answers[0]?.text.length}`]),
  );
});

test("a path with two slashes leads to the same path with one", async () => {
  const { status, headers } = await send("GET", "//elsewhere.test/");
  expect([status, headers.location]).toEqual([307, "/elsewhere.test/"]);
});
