/** A group by name: Discord asks Muster for suggestions while the user types. */
const group = (description: string, required: boolean) => ({
  type: 3,
  name: "group",
  description,
  required,
  autocomplete: true,
});

/** Only on servers: the commands of a server are there at once. */
const onServers = { contexts: [0], integration_types: [0] };

/** https://discord.com/developers/docs/interactions/application-commands */
export const COMMANDS = [
  { type: 1, name: "access", description: "What you have in Muster, and why", ...onServers },
  {
    type: 1,
    name: "groups",
    description: "The groups that you can join, or one of them",
    options: [group("The name of a group", false)],
    ...onServers,
  },
  {
    type: 1,
    name: "join",
    description: "Join a group, or ask to join it",
    options: [
      group("The name of the group", true),
      {
        type: 3,
        name: "reason",
        description: "Why you want to join, if the group reviews requests",
        required: false,
        max_length: 1000,
      },
    ],
    ...onServers,
  },
  {
    type: 1,
    name: "whois",
    description: "Who a Discord user or a pilot is, as far as you may see in Muster",
    options: [
      { type: 6, name: "user", description: "A user of this server", required: false },
      {
        type: 3,
        name: "pilot",
        description: "The name of a main character",
        required: false,
        autocomplete: true,
      },
    ],
    ...onServers,
  },
  { type: 2, name: "Who is this?", ...onServers },
];
