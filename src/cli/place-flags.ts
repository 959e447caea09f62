// What the commands that know places have in common.
import { resolve } from 'node:path';
import type { Gazetteer } from '../places/places.ts';
import type { Host } from './command.ts';

/** Where the operator's own places are. */
export const PLACES_FLAG = {
  type: 'string',
  placeholder: 'FILE',
  help: 'more places, made by `pinakes gazetteer import`',
} as const;

/** Opens the bundled places, with those of `--places`. */
export async function openPlaces(host: Host, file: string | undefined): Promise<Gazetteer> {
  const { openGazetteer } = await import('../places/places.ts');
  return openGazetteer(file === undefined ? {} : { extra: resolve(host.cwd, file) });
}
