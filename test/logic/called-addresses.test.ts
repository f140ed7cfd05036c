import { expect, test } from "vitest";
import { calledAddressProblem, redirectProblem } from "#shared/applications/addresses.ts";

const LONG = "a".repeat(64);

test.each([
  "https://a..b.com/",
  "https://xn--.com/",
  "https://a.xn--/",
  "https://-a.com/",
  "https://a-.com/",
  "https://a.com./",
  `https://${LONG}.com/`,
  `https://${Array.from({ length: 60 }, () => "abcd").join(".")}.com/`,
  "https://a.c/",
  "https://a.1e1/",
  "https://a.b2/",
  "https://0x7f.1/",
  "https://2130706433/",
  "https://127.1/",
  "https://[::ffff:127.0.0.1]/",
  "https://user@a.com/",
  "https://A.com/",
  "https://ä.com/",
])("Muster does not call %s", (address) => {
  expect(calledAddressProblem(address)).toEqual(expect.any(String));
});

test.each([
  "https://wiki.example.com/hook",
  "https://xn--mller-kva.example/",
  "https://a.xn--p1ai/",
  "https://a-b.c--d.example:8443/x?y=z",
])("Muster calls %s", (address) => {
  expect(calledAddressProblem(address)).toBeUndefined();
});

test.each(["https://a..b.com/", "https://xn--.com/", "https://-a.com/cb"])(
  "no sign-in is answered at %s",
  (address) => {
    expect(redirectProblem(address)).toEqual(expect.any(String));
  },
);

test.each([
  "https://wiki/cb",
  "https://10.0.0.7/cb",
  "https://[fd00::1]/cb",
  "http://localhost:1/cb",
])("sign-ins are answered in a private network, at %s", (address) => {
  expect(redirectProblem(address)).toBeUndefined();
});
