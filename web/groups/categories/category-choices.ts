import type { GroupCreation, Visibility } from "#shared/categories.ts";
import { GROUP_CREATION_LABELS, VISIBILITY_LABELS } from "#web/lib/labels.ts";
import type { RadioCard } from "#web/ui/radio-cards.tsx";

export const CATEGORY_VISIBILITY_CHOICES: readonly RadioCard<Visibility>[] = [
  {
    value: "public",
    label: VISIBILITY_LABELS.public,
    hint: "Everybody who is signed in sees it.",
  },
  {
    value: "hidden",
    label: VISIBILITY_LABELS.hidden,
    hint: "It shows to those who see a group in it. None of its groups is listed publicly.",
  },
  {
    value: "system",
    label: VISIBILITY_LABELS.system,
    hint: "Only system administrators see it. Plain members see none of its groups.",
  },
];

export const GROUP_CREATION_CHOICES: readonly RadioCard<GroupCreation>[] = [
  {
    value: "anyone",
    label: GROUP_CREATION_LABELS.anyone,
    hint: "Every player may create groups in it.",
  },
  {
    value: "admin_only",
    label: GROUP_CREATION_LABELS.admin_only,
    hint: "Only system administrators create groups in it.",
  },
];
