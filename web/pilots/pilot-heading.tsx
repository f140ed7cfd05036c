import type { ReactNode } from "react";
import { Portrait } from "#web/eve/images.tsx";

type PilotHeadingProps = {
  mainCharacterId: number | null;
  name: string;
  /** Beside the name. */
  chips: ReactNode;
  /** What is known at a glance. */
  line: ReactNode;
  actions?: ReactNode;
};

/** The head of a pilot's page, of today or of a past day. */
export function PilotHeading({ mainCharacterId, name, chips, line, actions }: PilotHeadingProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {mainCharacterId !== null && (
        <span className="lock">
          <Portrait characterId={mainCharacterId} size={64} />
        </span>
      )}
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-2xl wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
          {chips}
        </div>
        {line !== null && <p className="wrap-anywhere text-text-2">{line}</p>}
      </div>
      {actions}
    </header>
  );
}
