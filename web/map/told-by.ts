// What told where a picture is, in words: for the map, and for the pages of images.
import type { EvidenceSource } from '../../src/model/place.ts';
import { format } from '../i18n/messages.ts';
import { type Language, settings } from '../state/settings.ts';

interface SourceWords {
  readonly told: string;
  /** The same with what was read there. */
  readonly toldText: string;
  readonly sources: Readonly<Record<EvidenceSource, string>>;
}

const WORDS: Readonly<Record<Language, SourceWords>> = {
  en: {
    told: 'from the {source}',
    toldText: 'from the {source}: {text}',
    sources: {
      correction: 'correction',
      exif: 'camera',
      xmp: 'file',
      markup: 'markup of the image',
      iptc: 'file',
      page: 'markup of the page',
      address: 'address in the page',
      'map-link': 'link to a map',
      caption: 'caption',
      alt: 'alternative text',
      title: 'title',
      heading: 'heading',
      'link-text': 'text of the link',
      'file-name': 'name of the file',
      'page-title': 'title of the page',
      'page-url': 'address of the page',
    },
  },
  pt: {
    told: 'segundo {source}',
    toldText: 'segundo {source}: {text}',
    sources: {
      correction: 'a correção',
      exif: 'a câmara',
      xmp: 'o ficheiro',
      markup: 'a marcação da imagem',
      iptc: 'o ficheiro',
      page: 'a marcação da página',
      address: 'a morada na página',
      'map-link': 'a ligação a um mapa',
      caption: 'a legenda',
      alt: 'o texto alternativo',
      title: 'o título',
      heading: 'o cabeçalho',
      'link-text': 'o texto da ligação',
      'file-name': 'o nome do ficheiro',
      'page-title': 'o título da página',
      'page-url': 'o endereço da página',
    },
  },
  es: {
    told: 'según {source}',
    toldText: 'según {source}: {text}',
    sources: {
      correction: 'la corrección',
      exif: 'la cámara',
      xmp: 'el archivo',
      markup: 'el marcado de la imagen',
      iptc: 'el archivo',
      page: 'el marcado de la página',
      address: 'la dirección en la página',
      'map-link': 'el enlace a un mapa',
      caption: 'el pie de imagen',
      alt: 'el texto alternativo',
      title: 'el título',
      heading: 'el encabezado',
      'link-text': 'el texto del enlace',
      'file-name': 'el nombre del archivo',
      'page-title': 'el título de la página',
      'page-url': 'la dirección de la página',
    },
  },
  fr: {
    told: 'selon {source}',
    toldText: 'selon {source} : {text}',
    sources: {
      correction: 'la correction',
      exif: "l'appareil photo",
      xmp: 'le fichier',
      markup: "le balisage de l'image",
      iptc: 'le fichier',
      page: 'le balisage de la page',
      address: "l'adresse dans la page",
      'map-link': 'le lien vers une carte',
      caption: 'la légende',
      alt: 'le texte alternatif',
      title: 'le titre',
      heading: "l'intertitre",
      'link-text': 'le texte du lien',
      'file-name': 'le nom du fichier',
      'page-title': 'le titre de la page',
      'page-url': "l'adresse de la page",
    },
  },
  de: {
    told: 'laut {source}',
    toldText: 'laut {source}: {text}',
    sources: {
      correction: 'Berichtigung',
      exif: 'Kamera',
      xmp: 'Datei',
      markup: 'Auszeichnung des Bildes',
      iptc: 'Datei',
      page: 'Auszeichnung der Seite',
      address: 'Anschrift auf der Seite',
      'map-link': 'Link zu einer Karte',
      caption: 'Bildunterschrift',
      alt: 'Alternativtext',
      title: 'Titel',
      heading: 'Überschrift',
      'link-text': 'Linktext',
      'file-name': 'Dateiname',
      'page-title': 'Seitentitel',
      'page-url': 'Adresse der Seite',
    },
  },
};

/** What told a place, in words: `from the caption: Porto`. */
export function toldBy(told: { readonly source: EvidenceSource; readonly text: string }): string {
  const { language } = settings.value;
  const words = WORDS[language];
  const values = { source: words.sources[told.source], text: told.text };
  return format(told.text === '' ? words.told : words.toldText, values, language);
}
