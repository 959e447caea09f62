// Bounds of the analysis: what hostile text may cost.

/** Longest word of the index in code points; the rest of a longer one is cut off. */
export const MAX_TOKEN_LENGTH = 64;

/** Most words of one text, in the index and in queries; later ones are left out. */
export const MAX_TOKENS = 5_000;

/** Longest text that is read, in UTF-16 units: more than `MAX_TOKENS` words of the greatest length. */
export const MAX_TEXT_LENGTH = 500_000;
