type Access = "Unspecified" | "Allowed" | "Blocked" | "Manager" | "Admin";
type Entry = { id: number; access: Access };

/** An access list of EVE. Its managers and administrators are characters, and read it. */
export type AccessList = {
  id: number;
  name: string;
  allowsEveryone: boolean;
  characters: Entry[];
  corporations: Entry[];
  alliances: Entry[];
};

/** Whether a character may read the list. */
export function manages({ characters }: AccessList, characterId: number): boolean {
  return characters.some(
    ({ id, access }) => id === characterId && (access === "Manager" || access === "Admin"),
  );
}
