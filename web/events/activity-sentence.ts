import type { Activity } from "#shared/events/activity.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { accountSentence } from "./account-sentence.ts";
import { applicationSentence } from "./application-sentence.ts";
import { corporationSentence } from "./corporation-sentence.ts";
import { discordSentence } from "./discord-sentence.ts";
import { sentenceOf } from "./group-sentence.ts";

/** An event of any log as one sentence, without a full stop. */
export function activitySentence(entry: Activity): Piece[] {
  switch (entry.log) {
    case "groups":
      return sentenceOf(entry);
    case "accounts":
      return accountSentence(entry);
    case "corporations":
      return corporationSentence(entry);
    case "discord":
      return discordSentence(entry);
    case "applications":
      return applicationSentence(entry);
  }
}
