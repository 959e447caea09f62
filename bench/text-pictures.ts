// Pictures with text of ours in five languages: on screens, on photographs, and on signs as a camera would take them.
import path from 'node:path';
import sharp from 'sharp';

/** Lines of text, by language; sentences of our own. */
export const TEXTS = {
  en: ['Evening market by the river', 'Free entry until nine', 'Bring your own basket, please'],
  pt: [
    'Exposição de cartões antigos',
    'Inscrições até amanhã às três',
    'Não há estação sem coração',
  ],
  es: [
    'Mañana habrá corrida de caballos',
    '¿Quién pintó aquel balcón?',
    'Niños y señores: entrada única',
  ],
  fr: [
    'Fête du château à côté du marché',
    'Dégustation de crêpes à la forêt',
    'Où êtes-vous né, cher élève ?',
  ],
  de: [
    'Größte Bücherstraße für Schüler',
    'Frühstück täglich außer Sonntag',
    'Schöne Grüße aus dem Süden',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Language of the texts. */
export type TextLanguage = keyof typeof TEXTS;

/** How the pictures are made. */
export const WAYS = ['screen', 'small', 'poster', 'sign'] as const;

/** A picture and what is written in it. */
export interface TextPicture {
  readonly language: TextLanguage;
  readonly way: (typeof WAYS)[number];
  readonly lines: readonly string[];
  readonly bytes: Buffer;
}

const PHOTOGRAPHS = path.join(import.meta.dirname, '..', 'demo', 'photographs');
const BEHIND = ['sunset', 'bridge', 'coffee', 'rocket', 'picos', 'clock'];
const PANELS = ['#f3ead2', '#0b4f8a', '#8a1c1c'];
const FONTS = ['DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Condensed', 'DejaVu Sans Mono'];

/** One picture for each language, way and font. */
export async function* makeTextPictures(): AsyncGenerator<TextPicture> {
  let number = 0;
  for (const language of Object.keys(TEXTS) as TextLanguage[]) {
    for (const way of WAYS) {
      for (const font of FONTS) {
        const lines = TEXTS[language];
        yield { language, way, lines, bytes: await draw(way, lines, font, number++) };
      }
    }
  }
}

async function draw(
  way: TextPicture['way'],
  lines: readonly string[],
  font: string,
  number: number,
): Promise<Buffer> {
  if (way === 'screen')
    return render(lines, { font, size: 24, ink: '#222' })
      .flatten({ background: '#fff' })
      .png()
      .toBuffer();
  if (way === 'small') {
    return render(lines, { font, size: 13, ink: '#147' })
      .flatten({ background: '#eee' })
      .jpeg({ quality: 70 })
      .toBuffer();
  }
  const photograph = path.join(PHOTOGRAPHS, `${BEHIND[number % BEHIND.length]}.jpg`);
  const panel = PANELS[number % PANELS.length] ?? '#fff';
  const look =
    way === 'poster'
      ? { ink: '#fff', edge: '#000' }
      : { ink: panel === '#f3ead2' ? '#222' : '#fff', panel };
  const text = await render(lines, { font, size: 40, isBold: true, ...look })
    .png()
    .toBuffer();
  const { width, height } = await sharp(text).metadata();
  const poster = await sharp(photograph)
    .resize(width + 60, height + 160)
    .composite([{ input: text, gravity: 'center' }])
    .png()
    .toBuffer();
  if (way === 'poster') return sharp(poster).jpeg({ quality: 80 }).toBuffer();
  // Held askew, a little out of focus, dim, and compressed.
  const lean = [0.06, -0.05, 0.03][number % 3] ?? 0;
  return sharp(poster)
    .affine([1, lean, lean / 2, 0.92], { background: '#887' })
    .blur(0.9)
    .modulate({ brightness: 0.75 })
    .resize({ width: 700 })
    .jpeg({ quality: 45 })
    .toBuffer();
}

function render(
  lines: readonly string[],
  { font, size, ink, edge, panel, isBold = false }: Look & { font: string; size: number },
) {
  const width = Math.round(Math.max(...lines.map((line) => line.length)) * size * 0.72 + size * 2);
  const height = Math.round(lines.length * size * 1.8 + size);
  const stroke =
    edge === undefined ? '' : ` stroke="${edge}" stroke-width="${size / 7}" paint-order="stroke"`;
  const weight = isBold ? ' font-weight="bold"' : '';
  const plate =
    panel === undefined ? '' : `<rect width="${width}" height="${height}" fill="${panel}"/>`;
  const texts = lines.map(
    (line, at) =>
      `<text x="${size}" y="${Math.round(size * (1.6 + at * 1.8))}" font-family="${font}" font-size="${size}" fill="${ink}"${weight}${stroke}>${line}</text>`,
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${plate}${texts.join('')}</svg>`,
    ),
  );
}

interface Look {
  readonly ink: string;
  readonly edge?: string;
  readonly panel?: string;
  readonly isBold?: boolean;
}
