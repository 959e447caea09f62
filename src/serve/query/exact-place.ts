// Coordinates of cameras in answers: rounded as documents have them, exact only where the operator said so.
import type { ImageDocument } from '../../model/image.ts';
import type { SearchItem } from '../../search/search.ts';

/** An item with the exact point of the camera, where that is shown and the operator allows it. */
export function toExactItem(
  item: SearchItem,
  { camera, place }: ImageDocument,
  { exactPlaces = false }: { readonly exactPlaces?: boolean },
): SearchItem {
  const isOfCamera = place?.source === 'exif' || place?.source === 'xmp';
  if (!exactPlaces || camera === undefined || place === undefined || !isOfCamera) return item;
  const { latitude, longitude } = camera;
  return { ...item, place: { ...place, latitude, longitude } };
}
