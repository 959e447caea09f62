// The steps `group` and `pictures`: groups that `join` found become pictures, whose variants have their places.
import type { ImageDocument } from '../../model/image.ts';
import { compareVariants } from '../../model/variant-keys.ts';
import type { MemberRow } from './rows.ts';
import { ASKS, KNOWN, type StepMaker } from './step.ts';

/** Digits of a digest that name a picture. */
const LEAD_DIGITS = 16;

/** `member`, then `edge`, by digest. Gives `group` by the smallest digest of the group. */
export const groupStep: StepMaker = ({ emit }) => ({
  group(own) {
    let member = '';
    let least = own;
    let hasOthers = false;
    return {
      add(rank, json) {
        if (rank === KNOWN) member = json;
        else {
          const other = String(JSON.parse(json));
          if (other < least) least = other;
          hasOthers = true;
        }
      },
      finish() {
        if (hasOthers && member !== '') emit('group', least, KNOWN, member);
      },
    };
  },
});

/** `group`. Gives `picture` by digest. */
export const picturesStep: StepMaker = ({ emit }) => ({
  group() {
    const members: MemberRow[] = [];
    return {
      add(_rank, json) {
        members.push(JSON.parse(json) as MemberRow); // by its table
      },
      finish() {
        members.sort(compareMembers);
        const lead = members[0]?.digest.slice(0, LEAD_DIGITS) ?? '';
        const count = members.length;
        if (count < 2) return;
        for (const [place, { digest }] of members.entries()) {
          emit('picture', digest, ASKS, JSON.stringify({ lead, place, count }));
        }
      },
    };
  },
});

/** The order of `compareVariants`. */
function compareMembers(a: MemberRow, b: MemberRow): number {
  return compareVariants(toVariant(a), toVariant(b));
}

function toVariant({ digest, area, time, surt }: MemberRow): Parameters<typeof compareVariants>[0] {
  const oldest = { time, surt } as ImageDocument['oldest'];
  return { id: digest, width: area, height: 1, oldest } as ImageDocument;
}
