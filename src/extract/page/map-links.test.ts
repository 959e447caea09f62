// Positions in links to maps.
import { describe, expect, it } from 'vitest';
import { mapPosition } from './map-links.ts';

describe('mapPosition', () => {
  it.each([
    'https://maps.google.com/maps?q=38.69,-9.21',
    'http://maps.google.pt/?ll=38.69,-9.21&z=15',
    'https://www.google.com/maps/@38.69,-9.21,15z',
    'https://www.google.com/maps/place/Torre/@38.0,-9.0,17z/data=!3m1!4b1!4m5!3d38.69!4d-9.21',
    'https://www.google.com/maps/embed?pb=!1m18!1m12!2d-9.21!3d38.69',
    'https://www.google.com/maps?q=loc:38.69,-9.21',
    'https://www.openstreetmap.org/#map=15/38.69/-9.21',
    'https://www.openstreetmap.org/?mlat=38.69&mlon=-9.21#map=3/0/0',
    'https://www.bing.com/maps?cp=38.69~-9.21',
    'http://maps.apple.com/?ll=38.69%2C-9.21',
    'geo:38.69,-9.21?z=10',
  ])('reads %s', (link) => {
    expect(mapPosition(link)).toEqual({ latitude: 38.69, longitude: -9.21 });
  });

  it.each([
    'https://example.com/?q=38.69,-9.21',
    'https://www.google.com/search?q=38.69,-9.21',
    'https://maps.google.com/maps?q=Lisboa',
    'https://maps.google.com/maps?q=98.69,-9.21',
    'https://maps.google.com/maps?q=0,0',
    `https://maps.google.com/maps?q=${'1'.repeat(5000)}`,
  ])('finds nothing in %.50s', (link) => {
    expect(mapPosition(link)).toBeUndefined();
  });
});
