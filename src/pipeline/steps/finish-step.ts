// The step `finish`: documents learn which pictures they are variants of.
import { asStored } from '../../index/index.ts';
import type { ImageDocument } from '../../model/image.ts';
import { KNOWN, type StepMaker } from './step.ts';

/** `document`, then `picture`, by digest. Gives `document`: the result. */
export const finishStep: StepMaker = ({ emit }) => ({
  group(digest) {
    const documents: string[] = [];
    let picture: ImageDocument['picture'];
    return {
      add(rank, json) {
        if (rank === KNOWN) documents.push(json);
        else picture = JSON.parse(json) as ImageDocument['picture']; // by its rank
      },
      finish() {
        for (const json of documents) {
          if (picture === undefined) emit('document', digest, KNOWN, json);
          else {
            const document = asStored({ ...(JSON.parse(json) as ImageDocument), picture });
            emit('document', digest, KNOWN, JSON.stringify(document));
          }
        }
      },
    };
  },
});
