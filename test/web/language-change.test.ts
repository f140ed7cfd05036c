import { expect, onTestFinished, test, vi } from "vitest";
import { changeLanguage, withTexts } from "#web/language/loading.ts";
import { say, speak, speakShared } from "#web/language/messages.ts";

test("a part that a page asks for while another language arrives is in that language", async () => {
  const asked = new Map<string, PromiseWithResolvers<Response>>();
  const answerOf = (path: string) => {
    const answer = asked.get(path) ?? Promise.withResolvers<Response>();
    asked.set(path, answer);
    return answer;
  };
  vi.stubGlobal("TEXTS_PATH", "/texts");
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("fetch", (path: string) => answerOf(path).promise);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    // The module is shared with the files that run after this one.
    speak("en", {});
    speakShared(undefined);
  });
  const arrive = async (file: string, texts: object) => {
    answerOf(`/texts/de/${file}.json`).resolve(Response.json(texts));
    await new Promise((resolve) => setTimeout(resolve));
  };

  const changed = changeLanguage("de");
  await arrive("main", {});
  await withTexts(Promise.resolve({}), "groups");
  await arrive("shared", {});
  await arrive("groups", { discover: "Gruppen entdecken" });
  await changed;
  expect(say({ id: "discover", message: "Discover Groups" })).toBe("Gruppen entdecken");
});

test("the texts of a part that is imported in two places are requested once, and again after a failure", async () => {
  const requests: string[] = [];
  vi.stubGlobal("TEXTS_PATH", "/texts");
  vi.stubGlobal("fetch", (path: string) => {
    requests.push(path);
    return Promise.resolve(
      requests.length === 1 ? new Response(null, { status: 503 }) : Response.json({}),
    );
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    speak("en", {});
  });
  speak("fr", {});
  const importPart = () => withTexts(Promise.resolve({}), "sidebar");
  await importPart();
  await Promise.all([importPart(), importPart()]);
  await importPart();
  expect(requests).toEqual(Array.from({ length: 2 }, () => "/texts/fr/sidebar.json"));
});
