import { EveMoment } from "#web/ui/time.tsx";

/** What follows when no director of a corporation can be used. */
export function NoDirectorSince({ since }: { since: string | null }) {
  return (
    <>
      No usable director
      {since !== null && (
        <>
          {" "}
          since <EveMoment at={since} />
        </>
      )}
      : members are not read
    </>
  );
}
