// Remembers what was made of short texts that come again and again, such as the segments of paths.

/** Longer texts hardly come again. */
const MAX_LENGTH = 60;

/** The same function, which works each short text out once. Knowing `most` texts, it forgets them all. */
export function remember<Value>(
  make: (text: string) => Value,
  most = 5000,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    if (text.length > MAX_LENGTH) return make(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = make(text);
    if (known.size >= most) known.clear();
    known.set(text, value);
    return value;
  };
}
