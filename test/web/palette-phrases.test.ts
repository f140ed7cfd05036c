import { expect, test } from "vitest";
import { nearSections, readCommand } from "#web/app/palette/entries.ts";
import { readPastSearch } from "#web/app/palette/past-day.ts";
import { speak } from "#web/language/messages.ts";
import { readTexts } from "./read-texts.ts";
import { administrator, found } from "./palette-users.ts";

const NOW = Date.parse("2026-11-25T12:00:00Z");

/** What people type, and what comes first. */
const PHRASES: Record<string, [typed: string, meant: string][]> = {
  en: [
    ["how do i kick someone from a group", "Remove a pilot from a group"],
    ["change the name of our community", "Name of the community"],
    ["kick bram from the group", "Remove a pilot from a group: bram"],
    ["what was bram last week", "bram on 2026-11-18"],
    ["discord bot token for scripts", "API tokens"],
  ],
  de: [
    ["wie lösche ich meinen account", "Account löschen"],
    ["rollen von discord zuordnen", "Discord-Rollen"],
    ["bram letzte woche", "bram on 2026-11-18"],
    ["einen piloten sperren", "Einen Piloten sperren"],
    ["wo sehe ich die einladungen", "Einladungen"],
  ],
  fr: [
    ["comment suspendre un pilote", "Suspendre un pilote"],
    ["changer le logo de la communauté", "Admin: Paramètres"],
    ["bram 1 novembre", "bram on 2026-11-01"],
    ["les directeurs de ma corporation", "Directeurs d’une corporation"],
    ["supprimer mon compte", "Supprimer ton compte"],
  ],
  es: [
    ["cómo borro mi cuenta", "Eliminar tu cuenta"],
    ["bram la semana pasada", "bram on 2026-11-18"],
    ["quién puede ver la lista de miembros", "Quién lee la lista de miembros"],
    ["cambiar el nombre de un grupo", "Nombre y descripción de un grupo"],
    ["suspender a bram", "Suspender a un piloto: bram"],
  ],
  ru: [
    ["как удалить свой аккаунт", "Удалить учётную запись"],
    ["bram 1 ноября", "bram on 2026-11-01"],
    ["заблокировать пилота", "Заблокировать пилота"],
    ["роли в дискорде", "Роли в Discord"],
    ["где мои группы", "Мои группы"],
  ],
  zh: [
    ["怎么封禁一个飞行员", "停用飞行员"],
    ["bram 11月1日", "bram on 2026-11-01"],
    ["我的群组在哪里", "我的群组"],
    ["修改社区名称", "社区名称"],
    ["删除我的账号", "删除你的账号"],
  ],
  ja: [
    ["パイロットを停止したい", "パイロットの利用を停止する"],
    ["bram 先週", "bram on 2026-11-18"],
    ["グループの条件を変える", "グループの要件"],
    ["アカウントを削除する方法", "アカウントを削除する"],
    ["ダークテーマにする", "ダークテーマ"],
  ],
  ko: [
    ["파일럿을 정지하는 방법", "파일럿 이용 정지"],
    ["bram 지난주", "bram on 2026-11-18"],
    ["그룹에서 내보내기", "그룹에서 파일럿 제외"],
    ["내 계정을 삭제하고 싶어", "계정 삭제"],
    ["어두운 테마", "어두운 테마"],
  ],
};

/** What the palette says first. */
function answerTo(typed: string): string {
  const past = readPastSearch(typed, NOW);
  if (past) return `${past.name} on ${past.on}`;
  const command = readCommand(typed);
  if (command) return `${command.steps[0]?.label ?? ""}: ${command.rest}`;
  const [first] = found(administrator, typed);
  return first ?? nearSections(administrator, typed, [])[0]?.entries[0]?.text ?? "nothing";
}

test.each(Object.entries(PHRASES))(
  "what people type in %s is understood",
  async (language, phrases) => {
    speak(language, language === "en" ? {} : await readTexts(language));
    const answers = phrases.map(([typed]) => [typed, answerTo(typed)]);
    speak("en", {});
    expect(answers).toEqual(phrases);
  },
);
