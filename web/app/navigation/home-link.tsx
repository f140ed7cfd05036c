import { Link } from "react-router";
import { Brand } from "#web/brand/brand.tsx";
import { paths } from "#web/lib/paths.ts";

export function HomeLink() {
  return (
    <Link to={paths.dashboard} className="block w-fit max-w-full min-w-0">
      <Brand />
    </Link>
  );
}
