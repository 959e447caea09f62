// The step `facts`: what the pixels of images tell, each content decoded once.
import { ImageAccumulator } from '../../dedupe/dedupe.ts';
import { NSFW, openFactMaker, PIXEL_PRODUCERS, THUMBNAIL } from '../../enrich/enrich.ts';
import { openImageReader } from '../read-image.ts';
import { FACT_RANK, KNOWN, type StepMaker } from './step.ts';

/** `content` by digest. Gives `fact`. Thumbnails are none: they are bytes, which `pinakes enrich` makes where they are kept. */
export const factsStep: StepMaker = ({ settings, emit, poison }) => {
  const names = PIXEL_PRODUCERS.filter(
    (producer) => producer !== THUMBNAIL && (producer !== NSFW || settings.withNsfw),
  ).map(({ name }) => name);
  const maker = openFactMaker();
  const reader = openImageReader();
  return {
    group(digest) {
      let first: string | undefined;
      return {
        add(rank, json) {
          if (rank === KNOWN) first ??= json;
        },
        async finish() {
          if (first === undefined) return;
          const [document] = ImageAccumulator.fromJson(first).toDocuments();
          if (document === undefined) return;
          const { url, file, offset } = document.oldest;
          const location = settings.locate(file);
          const bytes = await reader.read({ digest, url, file, offset, location });
          if ('problem' in bytes) {
            poison(`the image ${digest}`, bytes.detail);
            return;
          }
          const { facts } = await maker.make(bytes, names);
          for (const [name, fact] of facts) {
            if (fact.kind === 'bytes') continue;
            emit('fact', digest, FACT_RANK, JSON.stringify([name, fact]));
          }
        },
      };
    },
    async close() {
      await maker.close();
      await reader.close();
    },
  };
};
