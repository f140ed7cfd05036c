/** The seeded system administrator. */
export const AURELIA_VOSS_ID = 2_112_000_001;
export const MIRA_TAL_ID = 2_112_000_002;
export const JUNO_CASTELLAN_ID = 2_112_000_003;
/** A former director of Sable Meridian who lost the role. */
export const OSKAR_WREN_ID = 2_112_000_004;
export const KESTREL_ANSGAR_ID = 2_112_000_005;
export const TOVI_RENN_ID = 2_112_000_006;
/** A pilot whose grant was revoked. */
export const NYX_HALLORAN_ID = 2_112_000_007;
/** A member of an NPC corporation. */
export const PIP_MARLOWE_ID = 2_112_000_008;
/** Biomassed by the player. */
export const CASSIAN_DROSS_ID = 2_112_000_009;
/** Has an empty skill queue. */
export const IDRIS_VALE_ID = 2_112_000_010;
/** Has half a million assets. */
export const MAGPIE_OLLERTON_ID = 2_112_000_011;
/** Ярослава Звёздная: a name that is not in Latin letters. */
export const YAROSLAVA_ID = 2_112_000_012;

export const SABLE_MERIDIAN_ID = 98_700_001;
export const LANTERN_WORKS_ID = 98_700_002;
export const ASHFALL_LOGISTICS_ID = 98_700_003;
export const PALE_HARBOR_ID = 98_700_004;
export const CINDER_AND_SALT_ID = 98_700_005;
export const QUIET_ENGINES_ID = 98_700_006;
/** A closed corporation, which remains in corporation histories. */
export const THIRD_SHIFT_ID = 98_700_007;

export const NULL_CONCORD_ID = 99_012_001;
export const LONG_WATCH_ID = 99_012_002;

/** NPC corporations, with EVE's own ids. */
export const SCHOOL_OF_APPLIED_KNOWLEDGE_ID = 1_000_044;
export const SCIENCE_AND_TRADE_INSTITUTE_ID = 1_000_045;
export const CENTER_FOR_ADVANCED_STUDIES_ID = 1_000_169;
/** The corporation of biomassed pilots. */
export const DOOMHEIM_ID = 1_000_001;

/** Player structures. Null Concord may dock at the first, The Long Watch at the second, nobody at the third. */
export const MERIDIAN_ANCHORAGE_ID = 1_035_466_617_946;
export const WATCHTOWER_ID = 1_038_902_114_307;
export const SEALED_VAULT_ID = 1_044_223_724_672;

/** The Discord server of the corporation Sable Meridian. */
export const SABLE_MERIDIAN_SERVER_ID = "790000000000000100";
