import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router";
import { LandingPage } from "#web/sign-in/landing-page.tsx";
import { LoginGuard } from "./login-guard.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { RouteFocus } from "./route-focus.tsx";
import { Shell } from "./shell.tsx";

const CallbackPage = lazy(() => import("#web/sign-in/callback-page.tsx"));
const ClaimMainPage = lazy(() => import("#web/sign-in/claim-main-page.tsx"));
const DashboardPage = lazy(() => import("#web/dashboard/dashboard-page.tsx"));
const CharacterPage = lazy(() => import("#web/characters/character-page.tsx"));
const GroupsPage = lazy(() => import("#web/groups/groups-page.tsx"));
const CreateGroupPage = lazy(() => import("#web/groups/create-group-page.tsx"));
const GroupPage = lazy(() => import("#web/groups/group-page.tsx"));
const MyGroupsPage = lazy(() => import("#web/groups/my-groups-page.tsx"));
const InvitationsPage = lazy(() => import("#web/invitations/invitations-page.tsx"));

/** Every route. The landing page comes with the entry; all others load when they are visited. */
export function Router() {
  return (
    <Suspense>
      <RouteFocus />
      <Routes>
        <Route path="/" element={<LandingPage />} />
        <Route path="/auth/callback" element={<CallbackPage />} />
        <Route path="/claim-main" element={<ClaimMainPage />} />
        <Route element={<LoginGuard />}>
          <Route element={<Shell />}>
            <Route path="/dashboard" element={<DashboardPage />} />
            <Route path="/character/:characterId?" element={<CharacterPage />} />
            <Route path="/groups" element={<GroupsPage />} />
            <Route path="/groups/create" element={<CreateGroupPage />} />
            <Route path="/groups/:groupId" element={<GroupPage />} />
            <Route path="/my-groups" element={<MyGroupsPage />} />
            <Route path="/invitations" element={<InvitationsPage />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
