// What surrounds the items of `/imagesearch`, by the names of Arquivo.pt's API 1.1.
import { ADVERTISED_FIELDS, type ImageSearchItem } from './fields.ts';
import type { ImageSearchFound } from './image-search.ts';

/** The page that the envelope is about. */
export interface EnvelopePage {
  /** Address of this server. */
  readonly base: string;
  /** Parameters of the request as they came, without `?`. */
  readonly search: string;
  readonly offset: number;
  readonly maxItems: number;
  readonly isPretty: boolean;
}

/** The answer of `/imagesearch`. */
export interface Envelope {
  readonly serviceName: string;
  readonly linkToService: string;
  /** Only where the answer is printed for people. */
  readonly linkToDocumentation?: string;
  readonly linkToMoreFields: string;
  /** `null` at the end. */
  readonly nextPage: string | null;
  readonly previousPage: string;
  readonly totalItems: number;
  readonly numberOfResponseItems: number;
  readonly offset: number;
  readonly responseItems: readonly ImageSearchItem[];
}

const SERVICE = 'Pinakes - image search for web archives';

/** Wraps what was found. */
export function toEnvelope({ total, items }: ImageSearchFound, page: EnvelopePage): Envelope {
  const { base, search, offset, maxItems, isPretty } = page;
  const link = (changes: Readonly<Record<string, string>>) => {
    const parameters = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) parameters.set(name, value);
    return `${base}/imagesearch?${parameters}`;
  };
  const end = offset + items.length;
  const hasNext = items.length > 0 && end < total;
  return {
    serviceName: SERVICE,
    linkToService: `${base}/`,
    ...(isPretty && { linkToDocumentation: `${base}/api/docs` }),
    linkToMoreFields: link({ more: ADVERTISED_FIELDS.join(',') }),
    nextPage: hasNext ? link({ offset: String(end) }) : null,
    previousPage: link({ offset: String(Math.max(0, offset - maxItems)) }),
    totalItems: total,
    numberOfResponseItems: items.length,
    offset,
    responseItems: items,
  };
}
