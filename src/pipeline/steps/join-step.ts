// The step `join`: brings contents that hang together around the one with the smallest digest.
import { ASKS, KNOWN, type StepMaker } from './step.ts';

/**
 * `edge` by either end. All neighbours of a content, and itself, become neighbours of the smallest of them. Done again and again
 * until nothing is `unsettled`, which takes about as many rounds as the logarithm of the longest chain: then each content has the
 * smallest digest of its group as its only neighbour.
 */
export const joinStep: StepMaker = ({ emit }) => ({
  group(own) {
    const others = new Set<string>();
    return {
      add(_rank, json) {
        others.add(String(JSON.parse(json)));
      },
      finish() {
        let least = own;
        for (const other of others) if (other < least) least = other;
        if (least !== own && others.size > 1) emit('unsettled', own, KNOWN, '1');
        for (const other of [own, ...others]) {
          if (other === least) continue;
          emit('edge', other, ASKS, JSON.stringify(least));
          emit('edge', least, ASKS, JSON.stringify(other));
        }
      },
    };
  },
});
