// The step `merge-digest`: all that is known of one content becomes its documents.
import { ImageAccumulator } from '../../dedupe/dedupe.ts';
import { withPlace } from '../../enrich/enrich.ts';
import { asStored } from '../../index/index.ts';
import { withFacts } from '../../model/document-facts.ts';
import type { FactValue } from '../../model/fact.ts';
import type { ImageDocument } from '../../model/image.ts';
import { mirrorLook, parseLook, toLookPieces } from '../../model/look.ts';
import { variantKeysOf } from '../../model/variant-keys.ts';
import { openPlaceReader } from '../place-reader.ts';
import type { KinRow, MemberRow } from './rows.ts';
import { CONTESTED, FACT_RANK, KNOWN, type StepContext, type StepMaker } from './step.ts';

/** `content`, then `fact`, by digest. Gives `document`, and what finds the variants of a picture. */
export const mergeDigestStep: StepMaker = async (context) => {
  const { settings, emit } = context;
  const places = await openPlaceReader();
  const isWanted = ({ page, oldest }: ImageDocument) =>
    (page !== undefined || !settings.referencedOnly) &&
    (settings.embargo === '' || oldest.time <= settings.embargo);
  return {
    group(digest) {
      let whole: ImageAccumulator | undefined;
      const contested: number[] = [];
      const facts = new Map<string, FactValue>();
      return {
        add(rank, json) {
          if (rank === CONTESTED) contested.push(Number(json));
          else if (rank === FACT_RANK) {
            const [name, value] = JSON.parse(json) as [string, FactValue]; // by its rank
            facts.set(name, value);
          } else {
            const part = ImageAccumulator.fromJson(json);
            if (whole === undefined) whole = part;
            else whole.merge(part);
          }
        },
        finish() {
          const documents = (whole?.toDocuments() ?? [])
            .filter(isWanted)
            .map((document) => (facts.size > 0 ? withFacts(document, facts) : document))
            .map((document) => asStored(withPlace(document, places, facts)));
          for (const document of documents) {
            emit('document', digest, KNOWN, JSON.stringify(document));
          }
          const [only, ...others] = documents;
          if (only === undefined || others.length > 0 || settings.mode === 'full') return;
          emitKin(only, contested, context);
        },
      };
    },
  };
};

/** Tells by what the variants of a picture find each other. */
function emitKin(
  document: ImageDocument,
  contested: readonly number[],
  { emit }: StepContext,
): void {
  const { digest, width, height, oldest } = document;
  const names = variantKeysOf(document);
  const look = parseLook(document.look);
  if (names.length === 0 && look === undefined) return;
  const member: MemberRow = { digest, area: width * height, time: oldest.time, surt: oldest.surt };
  emit('member', digest, KNOWN, JSON.stringify(member));
  const byName: KinRow = { digest, ...(contested.length > 0 && { contested }) };
  for (const name of names) emit('kin', `n:${name}`, KNOWN, JSON.stringify(byName));
  if (look === undefined || document.look === undefined) return;
  for (const [pieces, isMirrored] of [
    [toLookPieces(look), false],
    [toLookPieces(mirrorLook(look)), true],
  ] as const) {
    const row: KinRow = { digest, look: document.look, ...(isMirrored && { isMirrored }) };
    for (const piece of new Set(pieces)) emit('kin', `l:${piece}`, KNOWN, JSON.stringify(row));
  }
}
