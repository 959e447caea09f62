// The version of the rows between steps.

/** Raised with each change that a step of before would misread. */
export const STEP_FORMAT = 1;
