// Arabic and Hebrew: article, particles in front and endings to one stem, on folded text without pointing.
//
// Arabic after the idea of L. Larkey's light stemmers; plurals that change the word itself are listed, the commonest alone.
import { pairs, type Stemmer } from './suffix-rules.ts';

/** What is taken off, the first that leaves enough; with the least number of letters that is left. */
type Parts = readonly (readonly [part: string, least: number])[];

function createSemitic({
  spell,
  irregular,
  before,
  behind,
}: {
  /** Makes letters equal that mean the same. */
  readonly spell: (word: string) => string;
  readonly irregular: string;
  readonly before: Parts;
  readonly behind: Parts;
}): Stemmer {
  const known = new Map(pairs(irregular).map(([word, stem]) => [spell(word), spell(stem)]));
  return (written) => {
    const word = spell(written);
    const whole = known.get(word);
    if (whole !== undefined) return whole;
    const start = before.find(
      ([part, least]) => word.startsWith(part) && word.length - part.length >= least,
    );
    const bare = start === undefined ? word : word.slice(start[0].length);
    const inside = known.get(bare);
    if (inside !== undefined) return inside;
    const end = behind.find(
      ([part, least]) => bare.endsWith(part) && bare.length - part.length >= least,
    );
    return end === undefined ? bare : bare.slice(0, bare.length - end[0].length);
  };
}

/** Reduces a folded Arabic word to its stem. */
export const stemArabic = createSemitic({
  spell: (word) => word.replaceAll('ى', 'ي'),
  irregular:
    'كتب>كتاب مدن>مدين مساجد>مسجد شوارع>شارع رجال>رجل اطفال>طفل بيوت>بيت جبال>جبل بحار>بحر نساء>امرا قصور>قصر جسور>جسر ابواب>باب انهار>نهر اشجار>شجر طيور>طير خيول>خيل متاحف>متحف',
  before: [
    ['وال', 3],
    ['بال', 3],
    ['كال', 3],
    ['فال', 3],
    ['ال', 3],
    ['لل', 3],
  ],
  behind: [
    ['ات', 3],
    ['ون', 3],
    ['ين', 3],
    ['ان', 4],
    ['ية', 3],
    ['ها', 3],
    ['ة', 3],
    ['ه', 3],
    ['ي', 3],
  ],
});

const FINAL_LETTERS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };

/** Reduces a folded Hebrew word to its stem. */
export const stemHebrew = createSemitic({
  spell: (word) => word.replace(/[ךםןףץ]/g, (letter) => FINAL_LETTERS[letter] ?? letter),
  irregular: 'נשים>איש אישה>איש אנשים>איש ערים>עיר בתים>בית הרים>הרים ילדה>ילד בנות>בת',
  before: [
    ['וה', 3],
    ['שה', 3],
    ['מה', 4],
    ['ה', 3],
    ['ב', 4],
    ['ל', 4],
    ['ו', 4],
  ],
  behind: [
    ['ימ', 3],
    ['ות', 3],
    ['ה', 3],
  ],
});
