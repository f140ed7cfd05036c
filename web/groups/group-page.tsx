import { useParams } from "react-router";
import { BackToGroups } from "./back-to-groups.tsx";
import { GroupView } from "./group-view.tsx";

export default function GroupPage() {
  const { groupId = "" } = useParams();
  return (
    <>
      <BackToGroups />
      <GroupView key={groupId} groupId={groupId} isAdministration={false} />
    </>
  );
}
