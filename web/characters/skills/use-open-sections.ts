import { useState } from "react";
import type { SkillSection } from "./skill-book.ts";

/**
 * Which sections are open. By default all are closed, or all open while a filter applies. Sections toggled by the user
 * keep their state until the filter changes.
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
