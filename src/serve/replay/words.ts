// The words of the banner and of the pages about captures, in the languages of the server.
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
    count: (captures) => (captures === 1 ? 'Uma captura' : `${captures} capturas`),
    begin: (digits) => ` com datas que começam por ${digits}`,
    firstOnes: (listed) => `; são mostradas as primeiras ${listed}`,
  },
};
