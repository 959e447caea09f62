// How an index and the archives it is of may differ.

/** Every kind of difference with an explanation. */
export const INDEX_DIFFERENCES = {
  'no-line': 'a capture that the index does not have',
  'no-record': 'a line that points where no capture starts',
  'other-record': 'a line about another capture than the one it points at',
  'other-length': 'a line with a wrong length',
} as const;
