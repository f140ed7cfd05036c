import { msg, plural } from "#web/language/macros.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { Piece } from "#web/lib/sentence.ts";

// Each sentence is written as it stands within another one, with a small letter. `capitalized` begins one of its own.

/** About whom a sentence says something, and whether it says it or its opposite. `is`: what follows "one character" or "a character". */
export type Form =
  | "any"
  | "anyNot"
  | "none"
  | "notEvery"
  | "every"
  | "main"
  | "mainNot"
  | "is"
  | "isNot";

/** The sentences of a condition. */
export type Sentences = Record<Form, Message>;

type Pieces = readonly Piece[];

export const CHARACTER_SENTENCES = {
  corporation: (corporation: Name): Sentences => ({
    any: msg`any character is in the corporation ${corporation}`,
    anyNot: msg`any character is not in the corporation ${corporation}`,
    none: msg`no character is in the corporation ${corporation}`,
    notEvery: msg`not every character is in the corporation ${corporation}`,
    every: msg`every character is in the corporation ${corporation}`,
    main: msg`main character is in the corporation ${corporation}`,
    mainNot: msg`main character is not in the corporation ${corporation}`,
    is: msg`is in the corporation ${corporation}`,
    isNot: msg`is not in the corporation ${corporation}`,
  }),
  corporations: (corporations: Pieces): Sentences => ({
    any: msg`any character is in one of the corporations ${corporations}`,
    anyNot: msg`any character is not in one of the corporations ${corporations}`,
    none: msg`no character is in one of the corporations ${corporations}`,
    notEvery: msg`not every character is in one of the corporations ${corporations}`,
    every: msg`every character is in one of the corporations ${corporations}`,
    main: msg`main character is in one of the corporations ${corporations}`,
    mainNot: msg`main character is not in one of the corporations ${corporations}`,
    is: msg`is in one of the corporations ${corporations}`,
    isNot: msg`is not in one of the corporations ${corporations}`,
  }),
  alliance: (alliance: Name): Sentences => ({
    any: msg`any character is in the alliance ${alliance}`,
    anyNot: msg`any character is not in the alliance ${alliance}`,
    none: msg`no character is in the alliance ${alliance}`,
    notEvery: msg`not every character is in the alliance ${alliance}`,
    every: msg`every character is in the alliance ${alliance}`,
    main: msg`main character is in the alliance ${alliance}`,
    mainNot: msg`main character is not in the alliance ${alliance}`,
    is: msg`is in the alliance ${alliance}`,
    isNot: msg`is not in the alliance ${alliance}`,
  }),
  alliances: (alliances: Pieces): Sentences => ({
    any: msg`any character is in one of the alliances ${alliances}`,
    anyNot: msg`any character is not in one of the alliances ${alliances}`,
    none: msg`no character is in one of the alliances ${alliances}`,
    notEvery: msg`not every character is in one of the alliances ${alliances}`,
    every: msg`every character is in one of the alliances ${alliances}`,
    main: msg`main character is in one of the alliances ${alliances}`,
    mainNot: msg`main character is not in one of the alliances ${alliances}`,
    is: msg`is in one of the alliances ${alliances}`,
    isNot: msg`is not in one of the alliances ${alliances}`,
  }),
  timeInCorporation: (days: number): Sentences => ({
    any: msg`any character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
    anyNot: msg`any character has been in its corporation for less than ${plural(days, { one: "# day", other: "# days" })}`,
    none: msg`no character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
    notEvery: msg`not every character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
    every: msg`every character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
    main: msg`main character has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
    mainNot: msg`main character has been in its corporation for less than ${plural(days, { one: "# day", other: "# days" })}`,
    is: msg`has been in its corporation for at least ${plural(days, { one: "# day", other: "# days" })}`,
    isNot: msg`has been in its corporation for less than ${plural(days, { one: "# day", other: "# days" })}`,
  }),
  role: (role: Name): Sentences => ({
    any: msg`any character has the role ${role}`,
    anyNot: msg`any character does not have the role ${role}`,
    none: msg`no character has the role ${role}`,
    notEvery: msg`not every character has the role ${role}`,
    every: msg`every character has the role ${role}`,
    main: msg`main character has the role ${role}`,
    mainNot: msg`main character does not have the role ${role}`,
    is: msg`has the role ${role}`,
    isNot: msg`does not have the role ${role}`,
  }),
  roles: (roles: Pieces): Sentences => ({
    any: msg`any character has one of the roles ${roles}`,
    anyNot: msg`any character does not have any of the roles ${roles}`,
    none: msg`no character has one of the roles ${roles}`,
    notEvery: msg`not every character has one of the roles ${roles}`,
    every: msg`every character has one of the roles ${roles}`,
    main: msg`main character has one of the roles ${roles}`,
    mainNot: msg`main character does not have any of the roles ${roles}`,
    is: msg`has one of the roles ${roles}`,
    isNot: msg`does not have any of the roles ${roles}`,
  }),
  title: (title: Name, corporation: Name): Sentences => ({
    any: msg`any character has the title ${title} in ${corporation}`,
    anyNot: msg`any character does not have the title ${title} in ${corporation}`,
    none: msg`no character has the title ${title} in ${corporation}`,
    notEvery: msg`not every character has the title ${title} in ${corporation}`,
    every: msg`every character has the title ${title} in ${corporation}`,
    main: msg`main character has the title ${title} in ${corporation}`,
    mainNot: msg`main character does not have the title ${title} in ${corporation}`,
    is: msg`has the title ${title} in ${corporation}`,
    isNot: msg`does not have the title ${title} in ${corporation}`,
  }),
  titles: (titles: Pieces, corporation: Name): Sentences => ({
    any: msg`any character has one of the titles ${titles} in ${corporation}`,
    anyNot: msg`any character does not have any of the titles ${titles} in ${corporation}`,
    none: msg`no character has one of the titles ${titles} in ${corporation}`,
    notEvery: msg`not every character has one of the titles ${titles} in ${corporation}`,
    every: msg`every character has one of the titles ${titles} in ${corporation}`,
    main: msg`main character has one of the titles ${titles} in ${corporation}`,
    mainNot: msg`main character does not have any of the titles ${titles} in ${corporation}`,
    is: msg`has one of the titles ${titles} in ${corporation}`,
    isNot: msg`does not have any of the titles ${titles} in ${corporation}`,
  }),
  authorization: (): Sentences => ({
    any: msg`any character has a valid authorization`,
    anyNot: msg`any character does not have a valid authorization`,
    none: msg`no character has a valid authorization`,
    notEvery: msg`not every character has a valid authorization`,
    every: msg`every character has a valid authorization`,
    main: msg`main character has a valid authorization`,
    mainNot: msg`main character does not have a valid authorization`,
    is: msg`has a valid authorization`,
    isNot: msg`does not have a valid authorization`,
  }),
  authorizationFor: (scopes: string): Sentences => ({
    any: msg`any character has a valid authorization for ${scopes}`,
    anyNot: msg`any character does not have a valid authorization for ${scopes}`,
    none: msg`no character has a valid authorization for ${scopes}`,
    notEvery: msg`not every character has a valid authorization for ${scopes}`,
    every: msg`every character has a valid authorization for ${scopes}`,
    main: msg`main character has a valid authorization for ${scopes}`,
    mainNot: msg`main character does not have a valid authorization for ${scopes}`,
    is: msg`has a valid authorization for ${scopes}`,
    isNot: msg`does not have a valid authorization for ${scopes}`,
  }),
  skills: (skillList: Name): Sentences => ({
    any: msg`any character has trained ${skillList}`,
    anyNot: msg`any character has not trained ${skillList}`,
    none: msg`no character has trained ${skillList}`,
    notEvery: msg`not every character has trained ${skillList}`,
    every: msg`every character has trained ${skillList}`,
    main: msg`main character has trained ${skillList}`,
    mainNot: msg`main character has not trained ${skillList}`,
    is: msg`has trained ${skillList}`,
    isNot: msg`has not trained ${skillList}`,
  }),
  skillPoints: (minimum: number): Sentences => ({
    any: msg`any character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
    anyNot: msg`any character has fewer than ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
    none: msg`no character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
    notEvery: msg`not every character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
    every: msg`every character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
    main: msg`main character has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
    mainNot: msg`main character has fewer than ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
    is: msg`has at least ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
    isNot: msg`has fewer than ${plural(minimum, { one: "# skill point", other: "# skill points" })}`,
  }),
  age: (days: number): Sentences => ({
    any: msg`any character is at least ${plural(days, { one: "# day", other: "# days" })} old`,
    anyNot: msg`any character is less than ${plural(days, { one: "# day", other: "# days" })} old`,
    none: msg`no character is at least ${plural(days, { one: "# day", other: "# days" })} old`,
    notEvery: msg`not every character is at least ${plural(days, { one: "# day", other: "# days" })} old`,
    every: msg`every character is at least ${plural(days, { one: "# day", other: "# days" })} old`,
    main: msg`main character is at least ${plural(days, { one: "# day", other: "# days" })} old`,
    mainNot: msg`main character is less than ${plural(days, { one: "# day", other: "# days" })} old`,
    is: msg`is at least ${plural(days, { one: "# day", other: "# days" })} old`,
    isNot: msg`is less than ${plural(days, { one: "# day", other: "# days" })} old`,
  }),
  securityStatus: (minimum: string): Sentences => ({
    any: msg`any character has a security status of at least ${minimum}`,
    anyNot: msg`any character has a security status below ${minimum}`,
    none: msg`no character has a security status of at least ${minimum}`,
    notEvery: msg`not every character has a security status of at least ${minimum}`,
    every: msg`every character has a security status of at least ${minimum}`,
    main: msg`main character has a security status of at least ${minimum}`,
    mainNot: msg`main character has a security status below ${minimum}`,
    is: msg`has a security status of at least ${minimum}`,
    isNot: msg`has a security status below ${minimum}`,
  }),
  standing: (minimum: string, owner: Name): Sentences => ({
    any: msg`any character has a standing of at least ${minimum} with ${owner}`,
    anyNot: msg`any character has a standing below ${minimum} with ${owner}`,
    none: msg`no character has a standing of at least ${minimum} with ${owner}`,
    notEvery: msg`not every character has a standing of at least ${minimum} with ${owner}`,
    every: msg`every character has a standing of at least ${minimum} with ${owner}`,
    main: msg`main character has a standing of at least ${minimum} with ${owner}`,
    mainNot: msg`main character has a standing below ${minimum} with ${owner}`,
    is: msg`has a standing of at least ${minimum} with ${owner}`,
    isNot: msg`has a standing below ${minimum} with ${owner}`,
  }),
};
