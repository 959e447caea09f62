// The pictograms of the page: strokes on a grid of 24, beside a text or a label that says the same.

const PATHS = {
  plus: 'M12 5v14M5 12h14',
  basket: 'M4 10h16l-1.5 9h-13zM8 10l3-6M16 10l-3-6M10 13.5v2.5M14 13.5v2.5',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 20 20',
  close: 'M6 6l12 12M18 6 6 18',
  filter: 'M4 7h16M7 12h10M10 17h4',
  down: 'M6 9l6 6 6-6',
  before: 'M15 5l-7 7 7 7',
  after: 'M9 5l7 7-7 7',
  settings:
    'M4 8h9M17 8h3M4 16h3M11 16h9M13 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 16a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  menu: 'M4 7h16M4 12h16M4 17h16',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  out: 'M14 5h5v5M19 5l-8 8M18 14v5H5V6h5',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9.5h.01',
  eye: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5',
  hidden:
    'M4 4l16 16M9.5 6.4A9 9 0 0 1 12 6c5.5 0 9 6 9 6a15 15 0 0 1-2.6 3.2M6 8a15 15 0 0 0-3 4s3.5 6 9 6a9 9 0 0 0 3.6-.8',
  clock: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M12 8v4l3 2',
  word: 'M4 7V5h12v2M10 5v14M8 19h4M15 13v-1h6v1M18 12v7',
  site: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M4 12h16M12 4c5 5 5 11 0 16M12 4c-5 5-5 11 0 16',
  collection: 'M4 7l8-4 8 4-8 4zM4 12l8 4 8-4M4 17l8 4 8-4',
  operator: 'M9 5 7 19M17 5l-2 14M5 9.5h15M4 14.5h15',
  place:
    'M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11M12 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  cloud: 'M4 4l16 16M7 18h9M9 7.5a5 5 0 0 1 8 3.5 3.5 3.5 0 0 1 3.2 4.7M6.5 11A3.5 3.5 0 0 0 7 18',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  zoomIn: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 20 20M10.5 8v5M8 10.5h5',
  zoomOut: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 20 20M8 10.5h5',
  expand: 'M14 4h6v6M20 4l-6 6M10 20H4v-6M4 20l6-6',
} as const;

/** Name of a pictogram. */
export type IconName = keyof typeof PATHS;

/** A pictogram; hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
