// Search by a picture that somebody uploads, pastes or drops: it goes to the server of the library, which forgets it.
import { signal } from '@preact/signals';
import { byImageAddress } from '../api/addresses.ts';
import { sendJson } from '../api/client.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import type { MatchesAnswer } from '../api/types.ts';
import { go } from './navigation.ts';
import { settings } from './settings.ts';

/** What became of the picture. */
export interface ByImage {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly name: string;
  /** Address of the picture in this browser, to show it. */
  readonly preview?: string;
  readonly answer?: MatchesAnswer;
  readonly problem?: Problem;
}

/** The picture that is searched by; gone with the page. */
export const byImage = signal<ByImage>({ status: 'idle', name: '' });

let abort: AbortController | undefined;
let last: File | undefined;

/** Searches again by the same picture. */
export function retryByImage(): void {
  if (last !== undefined) void searchByImage(last);
}

/** Searches by a picture, and shows the page with what is found. */
export async function searchByImage(file: File): Promise<void> {
  abort?.abort();
  last = file;
  const own = new AbortController();
  abort = own;
  const before = byImage.peek().preview;
  if (before !== undefined) URL.revokeObjectURL(before);
  const known = { name: file.name, preview: URL.createObjectURL(file) };
  byImage.value = { ...known, status: 'loading' };
  go({ name: 'by-image' });
  const safe = settings.peek().sensitive === 'hide' ? undefined : 'off';
  try {
    const form = new FormData();
    form.set('image', file);
    const answer = await sendJson<MatchesAnswer>(byImageAddress(safe), form, own.signal);
    byImage.value = { ...known, status: 'ready', answer };
  } catch (error) {
    const problem = toProblem(error);
    if (problem !== undefined && !own.signal.aborted) {
      byImage.value = { ...known, status: 'failed', problem };
    }
  }
}

/** The first picture among what was pasted or dropped. */
export function pictureOf(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
}

/** Takes pictures that are pasted or dropped anywhere on the page. */
export function listenForPictures(): () => void {
  const take = (event: Event, data: DataTransfer | null) => {
    const file = pictureOf(data);
    if (file === undefined) return;
    event.preventDefault();
    void searchByImage(file);
  };
  const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData);
  const onDrop = (event: DragEvent) => take(event, event.dataTransfer);
  const onOver = (event: DragEvent) => {
    // Without this the browser would open the picture instead.
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  document.addEventListener('paste', onPaste);
  document.addEventListener('drop', onDrop);
  document.addEventListener('dragover', onOver);
  return () => {
    document.removeEventListener('paste', onPaste);
    document.removeEventListener('drop', onDrop);
    document.removeEventListener('dragover', onOver);
  };
}
