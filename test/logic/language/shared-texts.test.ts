import { afterEach, beforeEach, expect, test } from "vitest";
import { english } from "#shared/english.ts";
import { compile } from "#web/language/build/compile.ts";
import { speak, sayShared } from "#web/language/messages.ts";
import { speakAll } from "#web/language/shared-texts.ts";

const TEXTS = {
  "It answers {0}": "返回{0}",
  "It answers with a redirect": "返回重定向",
  "The bot is not on this server.": "机器人不在此服务器上。",
  "The journal of wallet division {0} could not be read.": "无法读取钱包部门{0}的流水。",
  "{0} is above Muster’s role": "{0}位于Muster的身份组之上",
  // A refusal that has only a value, as `invalid_fields`.
  "{problem}": "{problem}",
};

beforeEach(() => {
  speak("zh");
  const texts = Object.entries(TEXTS).map(([text, said]) => [text, compile(said)] as const);
  speakAll({
    texts: Object.fromEntries(texts),
    reasons: {},
    names: { types: {}, skillGroups: {}, roles: {} },
  });
});

afterEach(() => {
  speak("en");
  speakAll({});
});

test("a sentence of the Worker is said in the language of the moment, the one without values first", () => {
  expect(sayShared(english`It answers with a redirect`)).toBe("返回重定向");
  expect(sayShared(english`It answers ${503}`)).toBe("返回503");
  expect(sayShared("What nobody has translated")).toBe("What nobody has translated");
});

test("two sentences follow one another as the language writes them", () => {
  expect(sayShared("The bot is not on this server. The bot is not on this server.")).toBe(
    "机器人不在此服务器上。机器人不在此服务器上。",
  );
  expect(sayShared("FC is above Muster’s role. The bot is not on this server.")).toBe(
    "FC位于Muster的身份组之上。机器人不在此服务器上。",
  );
});

test("several lists that could not be read are each named, before the reason", () => {
  const journal = (division: number) =>
    english`The journal of wallet division ${division} could not be read.`;
  expect(sayShared(`${journal(3)} ${journal(5)} The bot is not on this server.`)).toBe(
    "无法读取钱包部门3的流水。无法读取钱包部门5的流水。机器人不在此服务器上。",
  );
});
