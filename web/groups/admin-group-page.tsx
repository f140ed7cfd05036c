import { useParams } from "react-router";
import { GroupView } from "./group-view.tsx";

export default function AdminGroupPage() {
  const { groupId = "" } = useParams();
  return <GroupView key={groupId} groupId={groupId} isAdministration />;
}
