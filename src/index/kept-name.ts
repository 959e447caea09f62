// Under which name a repair keeps what it replaces.
import { existsSync, renameSync } from 'node:fs';

/** A name beside a file that nothing has yet. */
export function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const name = `${path}.before-repair-${number}`;
    if (!existsSync(name)) return name;
  }
}

/** Gives a file another name, if there is one. */
export function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}
