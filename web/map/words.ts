// Words of the map page: they are loaded with it, not with every page.
import { format, type Message, type Values } from '../i18n/messages.ts';
import { type Language, settings } from '../state/settings.ts';
import { FRENCH, GERMAN, SPANISH } from './more-words.ts';

const ENGLISH = {
  title: 'Map',
  label: 'Map of the images found',
  count: { one: '{count} image in view', other: '{count} images in view' },
  shown: { one: 'The first {count} of them', other: 'The first {count} of them' },
  none: 'No image in this part of the map.',
  noWebGl: 'This browser cannot draw the map. The list beside it has the same images.',
  cluster: { one: '{count} image: show it', other: '{count} images here: zoom in' },
  sure: 'Places',
  sureAll: 'all that are known',
  sureSome: 'rather sure',
  sureVery: 'very sure',
  drawBox: 'Draw a box',
  drawing: 'Drag over the map, or press Escape',
  radius: 'Kilometres around the middle',
  km: 'km around the middle',
  apply: 'Search here',
  world: 'Whole world',
  list: 'Images in view',
  asSearch: 'Show as results',
  exportAs: 'Export',
  close: 'Close',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  noPlace: 'On no map',
  isRight: 'Is this place right? (operators)',
  confirm: 'It is right',
  elsewhere: 'It is elsewhere',
  nowhere: 'Take it off the map',
  takeBack: 'Take the correction back',
  movePin: 'Drag the pin, click on the map, or name the place.',
  goThere: 'Go there',
  save: 'Save',
  cancel: 'Cancel',
  noSuchPlace: 'No place of this name is known.',

  sureness: '{percent} % sure',
  attribution:
    'Outlines: Natural Earth. Places: GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR.',
} satisfies Readonly<Record<string, Message>>;

export type Words = Readonly<Record<keyof typeof ENGLISH, Message>>;

const PORTUGUESE: Words = {
  title: 'Mapa',
  label: 'Mapa das imagens encontradas',
  count: { one: '{count} imagem à vista', other: '{count} imagens à vista' },
  shown: { one: 'A primeira', other: 'As primeiras {count}' },
  none: 'Nenhuma imagem nesta parte do mapa.',
  noWebGl: 'Este navegador não consegue desenhar o mapa. A lista ao lado tem as mesmas imagens.',
  cluster: { one: '{count} imagem: mostrar', other: '{count} imagens aqui: aproximar' },
  sure: 'Lugares',
  sureAll: 'todos os conhecidos',
  sureSome: 'bastante seguros',
  sureVery: 'muito seguros',
  drawBox: 'Desenhar um retângulo',
  drawing: 'Arraste sobre o mapa, ou prima Escape',
  radius: 'Quilómetros à volta do centro',
  km: 'km à volta do centro',
  apply: 'Procurar aqui',
  world: 'Mundo inteiro',
  list: 'Imagens à vista',
  asSearch: 'Mostrar como resultados',
  exportAs: 'Exportar',
  close: 'Fechar',
  zoomIn: 'Aproximar',
  zoomOut: 'Afastar',
  noPlace: 'Em nenhum mapa',
  isRight: 'Este lugar está certo? (operadores)',
  confirm: 'Está certo',
  elsewhere: 'É noutro lugar',
  nowhere: 'Tirar do mapa',
  takeBack: 'Retirar a correção',
  movePin: 'Arraste o alfinete, clique no mapa ou indique o nome do lugar.',
  goThere: 'Ir para lá',
  save: 'Guardar',
  cancel: 'Cancelar',
  noSuchPlace: 'Não se conhece nenhum lugar com este nome.',

  sureness: '{percent} % de certeza',
  attribution:
    'Contornos: Natural Earth. Lugares: GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR.',
};

const WORDS: Readonly<Record<Language, Words>> = {
  en: ENGLISH,
  pt: PORTUGUESE,
  es: SPANISH.words,
  fr: FRENCH.words,
  de: GERMAN.words,
};

/** A message of the map page in the language of the page. */
export function m(key: keyof Words, values: Values = {}): string {
  const { language } = settings.value;
  return format(WORDS[language][key], values, language);
}
