// A box that a person draws on the map.
import type { Map as GlMap } from 'maplibre-gl';
import type { Bounds } from './view.ts';

/** Lets a person drag a rectangle with a mouse, a pen or a finger; `undefined` when it was given up. */
export function drawBox(map: GlMap): Promise<Bounds | undefined> {
  const canvas = map.getCanvasContainer();
  const box = document.createElement('div');
  box.className = 'drawn-box';
  const end = new AbortController();
  const { signal } = end;
  map.dragPan.disable();
  canvas.style.touchAction = 'none';
  return new Promise((resolve) => {
    let from: readonly [number, number] | undefined;
    const place = (event: PointerEvent): readonly [number, number] => {
      const { left, top } = canvas.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    const finish = (bounds: Bounds | undefined) => {
      end.abort();
      box.remove();
      map.dragPan.enable();
      canvas.style.touchAction = '';
      resolve(bounds);
    };
    canvas.addEventListener(
      'pointerdown',
      (event) => {
        from = place(event);
        canvas.append(box);
        event.preventDefault();
      },
      { signal },
    );
    addEventListener(
      'pointermove',
      (event) => {
        if (from === undefined) return;
        const [x, y] = place(event);
        box.style.left = `${Math.min(x, from[0])}px`;
        box.style.top = `${Math.min(y, from[1])}px`;
        box.style.width = `${Math.abs(x - from[0])}px`;
        box.style.height = `${Math.abs(y - from[1])}px`;
      },
      { signal },
    );
    addEventListener(
      'pointerup',
      (event) => {
        if (from === undefined) return;
        const to = place(event);
        const [a, b] = [map.unproject([...from]), map.unproject([...to])];
        const isBox = Math.abs(to[0] - from[0]) > 8 && Math.abs(to[1] - from[1]) > 8;
        const [left, right] = a.lng < b.lng ? [a, b] : [b, a];
        const [west, east] = [left.wrap().lng, right.wrap().lng];
        const [south, north] = [Math.min(a.lat, b.lat), Math.max(a.lat, b.lat)];
        finish(isBox ? { west, south, east, north } : undefined);
      },
      { signal },
    );
    addEventListener('keydown', (event) => event.key === 'Escape' && finish(undefined), { signal });
  });
}
