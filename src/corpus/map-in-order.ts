// Works on several items of a stream at once and gives the results in the order of the stream.

/**
 * Maps a stream with at most `ahead` items under way. The results come in order; what is thrown ends the stream, after
 * what is under way has ended.
 */
export async function* mapInOrder<In, Out>(
  items: AsyncIterable<In>,
  ahead: () => number,
  map: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const underWay: Promise<Out>[] = [];
  try {
    for await (const item of items) {
      const result = map(item);
      result.catch(() => {}); // thrown when its turn comes
      underWay.push(result);
      while (underWay.length >= ahead()) yield await takeFirst(underWay);
    }
    while (underWay.length > 0) yield await takeFirst(underWay);
  } finally {
    await Promise.allSettled(underWay);
  }
}

async function takeFirst<Out>(underWay: Promise<Out>[]): Promise<Out> {
  const first = underWay.shift();
  if (first === undefined) throw new Error('pinakes: nothing is under way');
  return first;
}
