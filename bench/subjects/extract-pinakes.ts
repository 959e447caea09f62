// Extracts all pages and images of an archive to JSON lines, with our code.
import { openFile } from 'pinakes/archive';
import { extractArchive, toJsonLines } from 'pinakes/extract';

/** Gives counts of what was found. */
export async function prepare({ file }: { readonly file: string }) {
  return async () => {
    const source = openFile(file);
    const found = { pages: 0, images: 0, references: 0, captions: 0, lineBytes: 0 };
    for await (const { observations } of extractArchive(source)) {
      for (const observation of observations) {
        if (observation.kind === 'page') found.pages++;
        else if (observation.kind === 'capture') found.images++;
        else {
          found.references++;
          if (observation.caption !== '') found.captions++;
        }
      }
      found.lineBytes += toJsonLines(observations).length;
    }
    await source.close();
    return found;
  };
}
