import { TRANSLATED } from "#shared/language/languages.ts";
import type { Language } from "#shared/language/languages.ts";
import { msg } from "#shared/language/macros.ts";
import { sayIn } from "#shared/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";

type Option = {
  /** https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-type */
  type: 3 | 6;
  name: string;
  title: Message;
  description: Message;
  required: boolean;
  /** Discord asks Muster for suggestions while the user types. */
  autocomplete?: true;
  max_length?: number;
};
type Command = { name: string; title: Message } & (
  | { type: 1; description: Message; options?: Option[] }
  | { type: 2 }
);

const group = (description: Message, required: boolean): Option => ({
  type: 3,
  name: "group",
  title: msg({ context: "name at Discord", message: "group" }),
  description,
  required,
  autocomplete: true,
});

/** https://discord.com/developers/docs/interactions/application-commands. A `name` is what Discord sends, in every language. */
export const COMMANDS: readonly Command[] = [
  {
    type: 1,
    name: "access",
    title: msg({ context: "name at Discord", message: "access" }),
    description: msg`What you have in Muster, and why`,
  },
  {
    type: 1,
    name: "groups",
    title: msg({ context: "name at Discord", message: "groups" }),
    description: msg`The groups that you can join, or one of them`,
    options: [group(msg`The name of a group`, false)],
  },
  {
    type: 1,
    name: "join",
    title: msg({ context: "name at Discord", message: "join" }),
    description: msg`Join a group, or ask to join it`,
    options: [
      group(msg`The name of the group`, true),
      {
        type: 3,
        name: "reason",
        title: msg({ context: "name at Discord", message: "reason" }),
        description: msg`Why you want to join, if the group reviews requests`,
        required: false,
        max_length: 1000,
      },
    ],
  },
  {
    type: 1,
    name: "whois",
    title: msg({ context: "name at Discord", message: "whois" }),
    description: msg`Who a Discord user or a pilot is, as far as you may see in Muster`,
    options: [
      {
        type: 6,
        name: "user",
        title: msg({ context: "name at Discord", message: "user" }),
        description: msg`A user of this server`,
        required: false,
      },
      {
        type: 3,
        name: "pilot",
        title: msg({ context: "name at Discord", message: "pilot" }),
        description: msg`The name of a main character`,
        required: false,
        autocomplete: true,
      },
    ],
  },
  { type: 2, name: "Who is this?", title: msg`Who is this?` },
];

/** A text in the other languages that Muster speaks, or none where nothing is translated. */
export type Translate = (message: Message, language: Language) => string | undefined;

/** Discord's tags of languages where they have a country: https://discord.com/developers/docs/reference#locales */
const LOCALES: Partial<Record<Language, string[]>> = { es: ["es-ES", "es-419"], zh: ["zh-CN"] };

/** The commands as Discord takes them, in all languages. */
export function presentCommands(translate: Translate) {
  const inAll = (message: Message, shape: (text: string) => string = (text) => text) =>
    Object.fromEntries(
      TRANSLATED.flatMap((language) => {
        const text = translate(message, language);
        if (text === undefined) return [];
        return (LOCALES[language] ?? [language]).map((locale) => [locale, shape(text)]);
      }),
    );
  const named = (name: string, title: Message) => ({
    name,
    name_localizations: inAll(title, asName),
  });
  const described = (description: Message) => ({
    description: inEnglish(description),
    description_localizations: inAll(description),
  });
  return COMMANDS.map((command) =>
    command.type === 2
      ? {
          type: command.type,
          ...onServers,
          name: command.name,
          name_localizations: inAll(command.title),
        }
      : {
          type: command.type,
          ...onServers,
          ...named(command.name, command.title),
          ...described(command.description),
          options: (command.options ?? []).map(({ title, description, ...option }) => ({
            ...option,
            ...named(option.name, title),
            ...described(description),
          })),
        },
  );
}

/** As it stands in the code. */
export const inEnglish = (message: Message): string =>
  sayIn({ language: "en", translations: {} }, message);

/** Only on servers: the commands of a server are there at once. */
const onServers = { contexts: [0], integration_types: [0] };

/** Discord's names of commands and options have no capitals and no spaces. */
const asName = (text: string): string => text.toLowerCase().replaceAll(/\s/g, "-");
