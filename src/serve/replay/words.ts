// The words of the banner and of the pages about captures, in the languages of the server.
import { FRENCH } from '../html/languages/french.ts';
import { GERMAN } from '../html/languages/german.ts';
import { SPANISH } from '../html/languages/spanish.ts';
import type { Language } from '../html/messages.ts';

/** What is said about captures. */
export interface ReplayWords {
  readonly archivedPage: string;
  readonly archivedOn: string;
  readonly earlier: string;
  readonly later: string;
  readonly all: string;
  readonly searchSite: string;
  readonly searchImages: string;
  readonly capturesOf: string;
  readonly years: string;
  readonly unchanged: string;
  readonly status: string;
  readonly notInArchive: string;
  /** Before and after the address that there is no capture of. */
  readonly noCaptureOf: readonly [string, string];
  readonly nothingOfSite: string;
  readonly amongOthers: string;
  readonly search: string;
  readonly list: string;
  /** That a capture differs from the one before it. */
  readonly differs: string;
  /** That there is none before it. */
  readonly first: string;
  readonly whatChanged: string;
  /** Of a difference. */
  readonly changes: string;
  readonly noChanges: string;
  readonly noTextChanges: string;
  readonly cut: string;
  readonly title: string;
  readonly text: string;
  readonly picturesCame: string;
  readonly picturesWent: string;
  /** Images whose address stayed. */
  readonly picturesChanged: string;
  readonly addressesBelow: string;
  readonly andMore: string;
  /** How many lines are left out since nothing changed in them. */
  same(lines: number): string;
  /** How often what was captured changed. */
  changed(times: number): string;
  addresses(count: number): string;
  /** How many captures there are. */
  count(captures: number): string;
  /** Whose times are meant: those that begin with some digits. */
  begin(digits: string): string;
  /** That not all are listed. */
  firstOnes(listed: number): string;
}

/** The words by language. */
export const REPLAY_WORDS: Readonly<Record<Language, ReplayWords>> = {
  en: {
    archivedPage: 'Archived page',
    archivedOn: 'Archived on',
    earlier: 'Earlier capture',
    later: 'Later capture',
    all: 'All captures',
    searchSite: 'Search images of this site',
    searchImages: 'Search images',
    capturesOf: 'Captures of',
    years: 'Years',
    unchanged: 'unchanged',
    status: 'status',
    notInArchive: 'Not in the archive',
    noCaptureOf: ['There is no capture of', 'that can be shown.'],
    nothingOfSite: 'The library has nothing of this site.',
    amongOthers: 'Of this site the library has, among others:',
    search: 'Search',
    list: 'All captures',
    differs: 'changed',
    first: 'first capture',
    whatChanged: 'What changed',
    changes: 'What changed',
    noChanges: 'Nothing that can be seen: text and images are the same.',
    noTextChanges: 'The text is the same.',
    cut: 'The pages are long: only their beginnings are compared.',
    title: 'Title',
    text: 'Text',
    picturesCame: 'Images that came',
    picturesWent: 'Images that went',
    picturesChanged: 'Images that changed',
    addressesBelow: 'Captured addresses below',
    andMore: ' and more',
    same: (lines) => (lines === 1 ? '… one line is the same' : `… ${lines} lines are the same`),
    changed: (times) =>
      times === 0
        ? 'It never changed.'
        : times === 1
          ? 'It changed once.'
          : `It changed ${times} times.`,
    addresses: (count) => (count === 1 ? 'One address' : `${count} addresses`),
    count: (captures) => (captures === 1 ? 'One capture' : `${captures} captures`),
    begin: (digits) => ` at times that begin with ${digits}`,
    firstOnes: (listed) => `; the first ${listed} are listed`,
  },
  pt: {
    archivedPage: 'Página arquivada',
    archivedOn: 'Arquivada em',
    earlier: 'Captura anterior',
    later: 'Captura seguinte',
    all: 'Todas as capturas',
    searchSite: 'Pesquisar imagens deste sítio',
    searchImages: 'Pesquisar imagens',
    capturesOf: 'Capturas de',
    years: 'Anos',
    unchanged: 'sem alterações',
    status: 'estado',
    notInArchive: 'Não está no arquivo',
    noCaptureOf: ['Não há nenhuma captura de', 'que possa ser mostrada.'],
    nothingOfSite: 'A biblioteca não tem nada deste sítio.',
    amongOthers: 'Deste sítio a biblioteca tem, entre outras coisas:',
    search: 'Pesquisar',
    list: 'Todas as capturas',
    differs: 'mudou',
    first: 'primeira captura',
    whatChanged: 'O que mudou',
    changes: 'O que mudou',
    noChanges: 'Nada que se veja: o texto e as imagens são os mesmos.',
    noTextChanges: 'O texto é o mesmo.',
    cut: 'As páginas são longas: só os seus inícios são comparados.',
    title: 'Título',
    text: 'Texto',
    picturesCame: 'Imagens que apareceram',
    picturesWent: 'Imagens que desapareceram',
    picturesChanged: 'Imagens que mudaram',
    addressesBelow: 'Endereços capturados abaixo de',
    andMore: ' e mais',
    same: (lines) => (lines === 1 ? '… uma linha igual' : `… ${lines} linhas iguais`),
    changed: (times) =>
      times === 0 ? 'Nunca mudou.' : times === 1 ? 'Mudou uma vez.' : `Mudou ${times} vezes.`,
    addresses: (count) => (count === 1 ? 'Um endereço' : `${count} endereços`),
    count: (captures) => (captures === 1 ? 'Uma captura' : `${captures} capturas`),
    begin: (digits) => ` com datas que começam por ${digits}`,
    firstOnes: (listed) => `; são mostradas as primeiras ${listed}`,
  },
  es: SPANISH.replay,
  fr: FRENCH.replay,
  de: GERMAN.replay,
};
