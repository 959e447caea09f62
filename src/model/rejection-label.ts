// Reasons why something was left out, as people read them in English.

const LABELS: Readonly<Record<string, string>> = {
  'zero-size': 'without width or height',
  'truncated-header': 'header cut off',
  'bad-header': 'damaged header',
  blank: 'an empty image',
  font: 'letters of a font',
  placeholder: 'stands for an image that is loaded later',
  empty: 'without bytes',
  html: 'a page instead of the image',
  screenshot: 'a screenshot by the crawler',
  'no-web-address': 'without an address on the Web',
  damaged: 'a damaged record',
};

/** The label of a reason; others than these say it by their name. */
export function rejectionLabel(reason: string): string {
  return LABELS[reason] ?? reason.replaceAll('-', ' ');
}
