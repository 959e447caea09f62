// What records show as rows, the same that a library would keep of them.

import type { LooseEnd, RevisitEnd, SheetEnd, SheetLinkEnd } from '../../extract/extract.ts';
import { hashKey, toPayloadMark } from '../../index/index.ts';
import type { ImagePage } from '../../model/image.ts';
import type {
  CaptureObservation,
  Observation,
  PageObservation,
  ReferenceObservation,
} from '../../model/observation.ts';
import { toSaid } from '../../model/said.ts';
import { hidesEnd, type Takedown } from '../takedown.ts';
import type {
  GivenTurn,
  LinkRow,
  OriginalRow,
  ReferenceRow,
  RevisitRow,
  SheetRow,
} from './rows.ts';
import { ASKS, KNOWN } from './step.ts';
import type { EmitRow } from './step-row.ts';

/** Where rows go, and what is left out of them. */
export interface RowTarget {
  readonly emit: EmitRow;
  readonly takedown: Takedown;
  /** The collection of the archive. */
  readonly collection: string;
}

/** What some records of one archive show. */
export interface Findings {
  readonly observations: readonly Observation[];
  readonly looseEnds: readonly LooseEnd[];
}

/** Gives the rows of some records. */
export function emitFindings({ observations, looseEnds }: Findings, target: RowTarget): void {
  const rows = new RecordRows(target);
  for (const observation of observations) rows.add(observation);
  for (const end of looseEnds) rows.addEnd(end);
}

/** Knows the pages that were seen last: references and links tell no languages. */
class RecordRows {
  readonly #target: RowTarget;
  readonly #pages = new Map<string, ImagePage>();
  /** The page that was seen last: what it holds in itself follows. */
  #last = { surt: '', offset: -1 };

  constructor(target: RowTarget) {
    this.#target = target;
  }

  add(observation: Observation): void {
    if (observation.kind === 'page') this.#addPage(observation);
    else if (observation.kind === 'reference') this.#addReference(observation);
    else this.#addCapture(observation);
  }

  addEnd(end: LooseEnd): void {
    const { takedown } = this.#target;
    if (hidesEnd(takedown, end)) return;
    if (end.kind === 'revisit') this.#addRevisit(end);
    else if (end.kind === 'sheet') this.#addSheet(end);
    else if (end.kind === 'sheet-link') this.#addLink(end);
    else if (end.kind === 'other') {
      const { time } = end;
      const target = takedown.hidesUrl(end.target) ? '' : end.target;
      this.#addTurn(end.surt, { kind: 'other', time, target });
    }
  }

  #addPage(page: PageObservation): void {
    const { url, surt, title, time, language, offset } = page;
    this.#last = { surt, offset };
    if (this.#target.takedown.hidesUrl(surt)) return;
    this.#pages.set(`${surt} ${time}`, { url, surt, title, time, language });
    // It competes with images of the same address.
    this.#addTurn(surt, { kind: 'other', time, target: '' });
    this.#addOriginal(page, { kind: 'page' });
  }

  #addReference(reference: ReferenceObservation): void {
    const { takedown, emit, collection } = this.#target;
    const { surt, page, imagesInPage } = reference;
    if (takedown.hidesUrl(surt) || takedown.hidesUrl(page.surt)) return;
    const row: ReferenceRow = {
      said: toSaid(reference),
      page: this.#pageOf(page),
      imagesInPage,
      collections: [collection],
    };
    emit('reference', surt, ASKS, JSON.stringify(row));
  }

  #addCapture(capture: CaptureObservation): void {
    const { takedown, collection } = this.#target;
    const { surt, url, time, digest, mime, width, height, frames, bytes, file, offset, metadata } =
      capture;
    if (capture.rejected !== undefined) {
      const isWeb = /^https?:/i.test(url) && !takedown.hidesUrl(surt);
      if (isWeb) this.#addTurn(surt, { kind: 'other', time, target: '' });
      return;
    }
    if (takedown.hidesImage(digest)) {
      this.#addTurn(surt, { kind: 'hidden', time, digest });
      this.#addOriginal(capture, { kind: 'hidden', digest });
      return;
    }
    if (takedown.hidesUrl(surt)) return;
    const isWithin = surt.startsWith('data:') && offset === this.#last.offset;
    const within = isWithin ? this.#last.surt : undefined;
    // An image that a page holds in itself goes with the page.
    if (within !== undefined && takedown.hidesUrl(within)) return;
    const shape = { digest, mime, width, height, frames, bytes };
    const image = metadata === undefined ? shape : { ...shape, metadata };
    const place = { url, time, file, offset, collections: [collection] };
    const holder = within === undefined ? {} : { within };
    this.#addTurn(surt, { kind: 'image', ...image, ...place, ...holder });
    this.#addOriginal(capture, { kind: 'image', image });
  }

  #addTurn(surt: string, turn: GivenTurn): void {
    this.#target.emit('turn', surt, KNOWN, JSON.stringify(turn));
  }

  #addOriginal(
    record: Pick<PageObservation, 'surt' | 'time' | 'file' | 'offset' | 'payloadDigest'>,
    holds: OriginalRow['holds'],
  ): void {
    const { payloadDigest, surt, time, file, offset } = record;
    if (payloadDigest === undefined) return;
    const mark = toPayloadMark(payloadDigest);
    if (mark === '') return;
    const row: OriginalRow = { key: hashKey(surt), time, file, offset, mark, holds };
    const json = JSON.stringify(row);
    this.#target.emit('original', `d:${mark}`, KNOWN, json);
    this.#target.emit('original', toMoment(surt, time), KNOWN, json);
  }

  #addRevisit({ url, time, file, offset, target }: RevisitEnd): void {
    const { digest, surt } = target;
    const { collection, emit } = this.#target;
    const named = { key: hashKey(surt), time: target.time, hasDigest: digest !== '' };
    const row: RevisitRow = { url, time, file, offset, collection, target: named };
    const key = digest === '' ? toMoment(surt, target.time) : `d:${toPayloadMark(digest)}`;
    emit('revisit', key, ASKS, JSON.stringify(row));
  }

  #addSheet(end: SheetEnd): void {
    const { surt, time, place, says, payloadDigest } = end;
    if (says === undefined) throw new Error('pinakes: a style sheet that says nothing');
    const { takedown, emit } = this.#target;
    const isShown = (other: string) => !takedown.hidesUrl(other);
    const images = says.images.filter(isShown);
    const imports = says.imports.filter(isShown);
    const row: SheetRow = { time, images, imports };
    emit('sheet', surt, KNOWN, JSON.stringify(row));
    for (const capture of says.captures) this.#addCapture(capture);
    this.#addOriginal(
      { surt, time, ...place, ...(payloadDigest !== undefined && { payloadDigest }) },
      { kind: 'sheet' },
    );
  }

  #addLink({ surt, page, imagesInPage }: SheetLinkEnd): void {
    const { emit, collection } = this.#target;
    const row: LinkRow = {
      page: this.#pageOf(page),
      imagesInPage,
      collections: [collection],
      way: [],
    };
    emit('link', surt, ASKS, JSON.stringify(row));
  }

  #pageOf(page: SheetLinkEnd['page']): ImagePage {
    const { url, surt, title, time } = page;
    return this.#pages.get(`${surt} ${time}`) ?? { url, surt, title, time, language: '' };
  }
}

function toMoment(surt: string, time: string): string {
  return `u:${surt} ${time}`;
}
