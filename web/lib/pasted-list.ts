/** What the page “Who is in this list” is opened with: `isAsked` looks the names up at once. */
export type PastedList = { text: string; isAsked: boolean };
