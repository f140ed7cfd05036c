import type {
  CorporationHistoryEntry,
  CurrentTraining,
  QueueState,
  TrainedSkills,
} from "#shared/characters.ts";
import type { SharedSection } from "./forms.ts";

/** What each section says of a character, read live as on the sheet of its owner. */
export type SharedValues = {
  skills: TrainedSkills;
  /** What trains now. */
  training: { training: CurrentTraining | null; queueState: QueueState };
  wallet: { balance: number };
  assets: { assetCount: number; totalValue: number };
  corporationHistory: CorporationHistoryEntry[];
};
type SharedOf<Section extends SharedSection> = {
  section: Section;
  characters: {
    characterId: number;
    name: string;
    /** When EVE last answered, to the hour; null if it has not. */
    readAt: string | null;
    value: SharedValues[Section] | null;
  }[];
};
/** One section of the characters that share it. */
export type Shared = { [Section in SharedSection]: SharedOf<Section> }[SharedSection];
