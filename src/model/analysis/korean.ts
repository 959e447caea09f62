// Korean words without the particle behind them: `사진을` is `사진`.

const SYLLABLES = /^[\uac00-\ud7a3]+$/;

/** The longest first; without those that many nouns end in: `고양이` is a cat, and `고양` a town. */
const PARTICLES =
  '에서는 으로는 에게서 이라는 에서 에게 으로 까지 부터 처럼 보다 이나 이랑 하고 라는 들의 들이 들은 들을 을 를 은 는 의 에 와 들'.split(
    ' ',
  );

/** A word of Hangul without its particle, of at least two syllables; `undefined` for others. */
export function withoutParticle(written: string): string | undefined {
  const word = written.normalize('NFC');
  if (!SYLLABLES.test(word)) return undefined;
  const particle = PARTICLES.find((one) => word.endsWith(one) && word.length - one.length >= 2);
  return particle === undefined ? undefined : word.slice(0, -particle.length);
}
