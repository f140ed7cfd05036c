import { afterEach, expect, test, vi } from "vitest";
import { BOOKMARK_HEADER } from "#shared/error.ts";
import { forgetBookmark, noteBookmark, sendBookmark } from "#web/lib/api/api.ts";

let hasFocus = true;
vi.stubGlobal("document", { hasFocus: () => hasFocus });

const answer = (bookmark?: string) =>
  noteBookmark(new Response(null, bookmark ? { headers: { [BOOKMARK_HEADER]: bookmark } } : {}));

function sent(): string | null {
  const headers = new Headers();
  sendBookmark(headers);
  return headers.get(BOOKMARK_HEADER);
}

afterEach(() => {
  hasFocus = true;
  forgetBookmark();
});

test("without a bookmark from the server, requests have none", () => {
  answer();
  expect(sent()).toBeNull();
});

test("the newest bookmark is sent, in whatever order the answers arrive", () => {
  answer("0000000b-01~1795680510671~a");
  answer("0000000a-01~1795680510999~b");
  expect(sent()).toBe("0000000b-01~1795680510671~a");
  answer("0000000b-01~1795680510999~c");
  answer();
  expect(sent()).toBe("0000000b-01~1795680510999~c");
});

test("what other windows have written is read from the primary", () => {
  answer("0000000b-01~1795680510671~a");
  hasFocus = false;
  expect(sent()).toBeNull();
  hasFocus = true;
  forgetBookmark();
  expect(sent()).toBeNull();
});
