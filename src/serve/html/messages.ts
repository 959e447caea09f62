// The words of the plain pages in English and Portuguese; `languages/` has those of the others, a file each.
import { FRENCH } from './languages/french.ts';
import { GERMAN } from './languages/german.ts';
import { SPANISH } from './languages/spanish.ts';

/** Languages of the pages, the default one first. */
export const LANGUAGES = ['en', 'pt', 'es', 'fr', 'de'] as const;

/** A language of the pages. */
export type Language = (typeof LANGUAGES)[number];

/** How dates and numbers are written in each. */
export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  pt: 'pt-PT',
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
};

const ENGLISH = {
  tagline: 'Images of a web archive',
  search: 'Search',
  query: 'Words or operators',
  order: 'Order',
  relevance: 'Relevance',
  newest: 'Newest first',
  oldest: 'Oldest first',
  skip: 'Skip to content',
  map: 'Map',
  mapText: 'Where the images are, as far as it is known.',
  countries: 'Countries',
  towns: 'Towns',
  statistics: 'Statistics',
  crawls: 'Crawls',
  noCrawls: 'This library has not crawled yet. Start with: pinakes crawl ADDRESS --library FOLDER',
  crawlName: 'Crawl',
  crawlState: 'State',
  crawlPages: 'Pages',
  crawlWanted: 'Wanted images',
  crawlWaiting: 'Links that wait',
  about: 'Help',
  basket: 'Basket',
  basketScripts:
    'A basket is kept by scripts in the browser. Without them, results can be exported by the API.',
  byImage: 'Search by image',
  byImageScripts:
    'Search by image needs scripts in the browser; programs send the bytes to /api/v1/images/by-image.',
  live: 'Search the live web',
  liveNeedsScripts: 'Searching the live web needs a browser that runs scripts.',
  liveIsOff: 'This server does not search the live web.',
  api: 'API',
  found: '{count} images found',
  foundOne: '1 image found',
  nothing: 'No image was found.',
  nothingHelp: 'Try fewer or more general words, or leave out a filter.',
  empty: 'This library holds no images yet.',
  emptyHelp: 'Put archives in with: pinakes ingest ARCHIVE... --library FOLDER',
  didYouMean: 'Did you mean',
  showingFor: 'Showing results for',
  insteadFor: 'Search instead for',
  allWords: 'All words',
  someWords: 'Some of the words',
  notes: 'Notes about the query',
  results: 'Results for {query}',
  all: 'All images',
  next: 'Next page',
  first: 'First page',
  filters: 'Filters',
  from: 'First captured from',
  to: 'to',
  filterTimes: 'Only these days',
  without: 'Without {filter}',
  end: 'End of the results',
  archivedPage: 'Archived page',
  archivedImage: 'Archived image',
  untitled: 'Image without text',
  captures: '{count} captures',
  capturesOne: '1 capture',
  image: 'Image',
  back: 'Back to the results',
  details: 'Details',
  address: 'Address',
  size: 'Size',
  pixels: '{width} × {height} pixels, {bytes} bytes',
  format: 'Format',
  firstCapture: 'First capture',
  lastCapture: 'Last capture',
  page: 'Page',
  collections: 'Collections',
  licence: 'Licence',
  record: 'Archive record',
  farPage: '{days} days from the picture: it may have shown another one',
  recordAt: '{file}, offset {offset}',
  texts: 'Texts',
  titles: 'Titles',
  alts: 'Alternative texts',
  captions: 'Captions',
  linkTexts: 'Texts of links',
  capturesTitle: 'Captures',
  changed: 'changed: another picture was here before',
  others: 'Other pictures at the same address',
  pagesTitle: 'Pages that show it',
  shown: 'The first {shown} of {count}',
  cite: 'Cite',
  json: 'As JSON',
  report: 'Report this image',
  none: 'none',
  numbers: 'Numbers',
  files: 'Archive files',
  records: 'Records',
  imageCaptures: 'Image captures',
  pairs: 'Mentions of images by pages',
  bySurt: 'Distinct by address and content',
  byDigest: 'Distinct by content',
  documents: 'Images',
  altOrTitle: 'With alternative text or title',
  withCaption: 'With caption',
  withAny: 'With any text',
  years: 'Years',
  sites: 'Sites',
  types: 'Formats',
  sizes: 'Sizes',
  rejected: 'Left out',
  value: 'Value',
  count: 'Number',
  unknown: 'unknown',
  wholeLibrary: 'Whole library',
  aboutText:
    'Pinakes finds images in web archives by the words around them and the time they were captured. Every image can be traced to an archive file and an offset.',
  aboutQuery: 'How to search',
  aboutOperators: 'Operators narrow a search:',
  aboutApi: 'Programs can ask the same through the API.',
  problem: 'Something went wrong',
  missing: 'There is nothing here',
  requestId: 'Request',
  start: 'To the start page',
};

/** Name of a message. */
export type MessageName = keyof typeof ENGLISH;

const PORTUGUESE: Readonly<Record<MessageName, string>> = {
  tagline: 'Imagens de um arquivo da web',
  search: 'Pesquisar',
  query: 'Palavras ou operadores',
  order: 'Ordem',
  relevance: 'Relevância',
  newest: 'Mais recentes primeiro',
  oldest: 'Mais antigas primeiro',
  skip: 'Saltar para o conteúdo',
  map: 'Mapa',
  mapText: 'Onde estão as imagens, tanto quanto se sabe.',
  countries: 'Países',
  towns: 'Cidades',
  statistics: 'Estatísticas',
  crawls: 'Recolhas',
  noCrawls:
    'Esta biblioteca ainda não recolheu nada. Comece com: pinakes crawl ENDEREÇO --library PASTA',
  crawlName: 'Recolha',
  crawlState: 'Estado',
  crawlPages: 'Páginas',
  crawlWanted: 'Imagens procuradas',
  crawlWaiting: 'Ligações à espera',
  about: 'Ajuda',
  basket: 'Cesto',
  basketScripts:
    'O cesto é guardado por scripts no navegador. Sem eles, os resultados podem ser exportados pela API.',
  byImage: 'Pesquisar por imagem',
  byImageScripts:
    'A pesquisa por imagem precisa de scripts no navegador; os programas enviam os bytes para /api/v1/images/by-image.',
  live: 'Pesquisar a Web atual',
  liveNeedsScripts: 'Para pesquisar a Web atual é preciso um navegador que execute scripts.',
  liveIsOff: 'Este servidor não pesquisa a Web atual.',
  api: 'API',
  found: '{count} imagens encontradas',
  foundOne: '1 imagem encontrada',
  nothing: 'Nenhuma imagem encontrada.',
  nothingHelp: 'Experimente menos palavras, ou palavras mais gerais, ou retire um filtro.',
  empty: 'Esta biblioteca ainda não tem imagens.',
  emptyHelp: 'Acrescente arquivos com: pinakes ingest ARQUIVO... --library PASTA',
  didYouMean: 'Queria dizer',
  showingFor: 'A mostrar resultados de',
  insteadFor: 'Pesquisar antes',
  allWords: 'Todas as palavras',
  someWords: 'Algumas das palavras',
  notes: 'Notas sobre a pesquisa',
  results: 'Resultados para {query}',
  all: 'Todas as imagens',
  next: 'Página seguinte',
  first: 'Primeira página',
  filters: 'Filtros',
  from: 'Capturadas pela primeira vez de',
  to: 'a',
  filterTimes: 'Só estes dias',
  without: 'Sem {filter}',
  end: 'Fim dos resultados',
  archivedPage: 'Página arquivada',
  archivedImage: 'Imagem arquivada',
  untitled: 'Imagem sem texto',
  captures: '{count} capturas',
  capturesOne: '1 captura',
  image: 'Imagem',
  back: 'Voltar aos resultados',
  details: 'Detalhes',
  address: 'Endereço',
  size: 'Tamanho',
  pixels: '{width} × {height} píxeis, {bytes} bytes',
  format: 'Formato',
  firstCapture: 'Primeira captura',
  lastCapture: 'Última captura',
  page: 'Página',
  collections: 'Coleções',
  licence: 'Licença',
  record: 'Registo no arquivo',
  farPage: 'a {days} dias da imagem: pode ter mostrado outra',
  recordAt: '{file}, posição {offset}',
  texts: 'Textos',
  titles: 'Títulos',
  alts: 'Textos alternativos',
  captions: 'Legendas',
  linkTexts: 'Textos de ligações',
  capturesTitle: 'Capturas',
  changed: 'mudou: antes estava aqui outra imagem',
  others: 'Outras imagens no mesmo endereço',
  pagesTitle: 'Páginas que a mostram',
  shown: 'As primeiras {shown} de {count}',
  cite: 'Citar',
  json: 'Em JSON',
  report: 'Denunciar esta imagem',
  none: 'nenhum',
  numbers: 'Números',
  files: 'Ficheiros de arquivo',
  records: 'Registos',
  imageCaptures: 'Capturas de imagens',
  pairs: 'Menções de imagens por páginas',
  bySurt: 'Distintas por endereço e conteúdo',
  byDigest: 'Distintas por conteúdo',
  documents: 'Imagens',
  altOrTitle: 'Com texto alternativo ou título',
  withCaption: 'Com legenda',
  withAny: 'Com algum texto',
  years: 'Anos',
  sites: 'Sítios',
  types: 'Formatos',
  sizes: 'Tamanhos',
  rejected: 'Deixadas de fora',
  value: 'Valor',
  count: 'Número',
  unknown: 'desconhecido',
  wholeLibrary: 'Toda a biblioteca',
  aboutText:
    'O Pinakes encontra imagens em arquivos da web pelas palavras que as rodeiam e pela data em que foram capturadas. Cada imagem leva a um ficheiro de arquivo e a uma posição.',
  aboutQuery: 'Como pesquisar',
  aboutOperators: 'Operadores restringem a pesquisa:',
  aboutApi: 'Programas podem perguntar o mesmo através da API.',
  problem: 'Algo correu mal',
  missing: 'Não há nada aqui',
  requestId: 'Pedido',
  start: 'Para a página inicial',
};

const MESSAGES: Readonly<Record<Language, Readonly<Partial<Record<MessageName, string>>>>> = {
  en: ENGLISH,
  pt: PORTUGUESE,
  es: SPANISH.messages,
  fr: FRENCH.messages,
  de: GERMAN.messages,
};

/** Gives the message of a name; words in braces are replaced. */
export type Translate = (
  name: MessageName,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Messages in a language; numbers are written as the language writes them. */
export function createTranslate(language: Language): Translate {
  const numbers = new Intl.NumberFormat(language);
  return (name, values = {}) =>
    (MESSAGES[language][name] ?? ENGLISH[name]).replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = values[key] ?? '';
      return typeof value === 'number' ? numbers.format(value) : value;
    });
}

/** The language of a request: the one asked for, else the first of `Accept-Language` that there is. */
export function chooseLanguage(asked: unknown, accepted: string | undefined): Language {
  const known = LANGUAGES.find((language) => language === asked);
  if (known !== undefined) return known;
  const wishes = (accepted ?? '').slice(0, 500).split(',').map(readWish);
  wishes.sort((a, b) => b.weight - a.weight);
  for (const { code, weight } of wishes) {
    const found = LANGUAGES.find((language) => language === code);
    if (found !== undefined && weight > 0) return found;
  }
  return LANGUAGES[0];
}

function readWish(text: string): { readonly code: string; readonly weight: number } {
  const [tag = '', ...parameters] = text.split(';');
  const weight = parameters.map((each) => /^\s*q=([\d.]{1,5})\s*$/.exec(each)?.[1]).find(Boolean);
  return { code: (tag.trim().split('-')[0] ?? '').toLowerCase(), weight: Number(weight ?? 1) || 0 };
}
