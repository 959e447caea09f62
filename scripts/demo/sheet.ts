// A sheet with all pictures of the demo side by side, to look at them.
import sharp from 'sharp';
import { expandInputs, openArchive } from '../../src/archive/archive.ts';
import { sha1Base32 } from '../../src/archive/write/digest.ts';

const ROW = 150;
const ACROSS = 1800;

/** Draws the distinct images of the archives in a folder in rows of one height. */
export async function writeContactSheet(folder: string, file: string): Promise<void> {
  const seen = new Set<string>();
  const tiles: { input: Buffer; left: number; top: number }[] = [];
  let [left, top] = [0, 0];
  const { inputs } = await expandInputs([folder]);
  for (const { location } of inputs) {
    const reader = await openArchive(location);
    for (const record of reader) {
      if (record.type !== 'response' || record.status !== 200) continue;
      const body = Buffer.from(record.readBody().bytes);
      const digest = sha1Base32(body);
      if (seen.has(digest)) continue;
      seen.add(digest);
      const input = await toTile(body);
      if (input === undefined) continue;
      const { width = 0 } = await sharp(input).metadata();
      if (left + width > ACROSS) [left, top] = [0, top + ROW + 4];
      tiles.push({ input, left, top });
      left += width + 4;
    }
    await reader.close();
  }
  const canvas = { width: ACROSS, height: top + ROW, channels: 3, background: '#ffffff' } as const;
  await sharp({ create: canvas }).composite(tiles).png({ palette: true }).toFile(file);
}

async function toTile(body: Buffer): Promise<Buffer | undefined> {
  try {
    const { height = 0 } = await sharp(body).metadata();
    if (height < 51) return undefined;
    return await sharp(body, { failOn: 'none' })
      .resize({ height: ROW, width: ACROSS, fit: 'inside' })
      .png()
      .toBuffer();
  } catch {
    return undefined; // a page or a style sheet
  }
}
