/** What is called like this is found by each of these, in every search. */
export const NAMES_IN_SCRIPTS: Record<string, { name: string; typed: string[] }> = {
  Cyrillic: { name: "Пилот Флота Ёлки", typed: ["пилот флота", "ПИЛОТ ФЛ", "Пилот Флота Елки"] },
  German: { name: "Größe Müller", typed: ["größe", "GRÖSSE", "grosse mull", "Große Mü"] },
  French: { name: "Légion Cœur", typed: ["légion", "LEGION", "legion coe", "Légion CŒ"] },
  Turkish: { name: "Işık İstasyonu", typed: ["ışık", "IŞIK", "isik ist", "Işık İSTASYONU"] },
  "full-width": { name: "Ｆｌｅｅｔ ９", typed: ["fleet 9", "ｆｌｅｅｔ", "FLEET", "Ｆｌｅｅｔ"] },
};
