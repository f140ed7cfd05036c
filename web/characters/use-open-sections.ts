import { useState } from "react";
import type { SkillSection } from "./skill-book.ts";

/**
 * Which groups are open. All are closed at first, and all open while a filter applies: what was opened or
 * closed by hand counts until that changes.
 */
export function useOpenSections(sections: SkillSection[], isFiltering: boolean) {
  const [{ toggled, isFor }, set] = useState({ toggled: new Set<number>(), isFor: isFiltering });
  const current = isFor === isFiltering ? toggled : new Set<number>();
  const isOpen = (id: number) => current.has(id) !== isFiltering;
  const isAllOpen = sections.every(({ id }) => isOpen(id));
  const toggle = (id: number) => {
    const next = new Set(current);
    if (!next.delete(id)) next.add(id);
    set({ toggled: next, isFor: isFiltering });
  };
  const toggleAll = () => {
    const ids = isAllOpen === isFiltering ? sections.map(({ id }) => id) : [];
    set({ toggled: new Set(ids), isFor: isFiltering });
  };
  return { isOpen, isAllOpen, toggle, toggleAll };
}
