import { useRoutes } from "react-router";
import { RouteFocus } from "./route-focus.tsx";
import { routes } from "./routes.tsx";

export function Router() {
  const page = useRoutes(routes);
  return (
    <>
      <RouteFocus />
      {page}
    </>
  );
}
