import type { ReactNode } from "react";
import { useParams } from "react-router";
import { GroupView } from "./group-view.tsx";

/** A button of another feature; the route passes it in. */
type GroupPageProps = { discordButton: ReactNode };

export default function GroupPage({ discordButton }: GroupPageProps) {
  const { groupId = "" } = useParams();
  return (
    <GroupView
      key={groupId}
      groupId={groupId}
      isAdministration={false}
      discordButton={discordButton}
    />
  );
}
