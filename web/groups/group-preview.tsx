import { Card } from "#web/ui/card.tsx";
import { JoinModeChip } from "#web/groups/group/group-chips.tsx";
import { VisibilityChip } from "#web/groups/categories/visibility-chip.tsx";
import type { GroupInput } from "#web/groups/group/group-input.ts";

/** How others will see what is being written. For the eye, and where there is room. */
export function GroupPreview({ input }: { input: GroupInput }) {
  const name = input.name.trim();
  const description = input.description.trim();
  return (
    <div className="sticky top-6 max-lg:hidden" aria-hidden="true">
      <Card>
        <p className="mb-3 text-sm text-text-3">Preview</p>
        <p className={name ? "font-display text-xl font-semibold wrap-anywhere" : "text-text-3"}>
          <bdi>{name || "Your group's name"}</bdi>
        </p>
        <div className="mt-2.5 flex flex-wrap gap-1.5">
          <VisibilityChip visibility={input.visibility} />
          <JoinModeChip joinMode={input.joinMode} />
        </div>
        {description && (
          <p dir="auto" className="mt-3 whitespace-pre-line wrap-anywhere text-text-2">
            {description}
          </p>
        )}
      </Card>
    </div>
  );
}
