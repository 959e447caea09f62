// Words of the map page in Spanish, French and German.
import type { EvidenceSource } from '../../src/model/place.ts';
import type { Words } from './words.ts';

interface MapLanguage {
  readonly words: Words;
  /** What tells a place. */
  readonly sources: Readonly<Record<EvidenceSource, string>>;
}

/** Spanish. */
export const SPANISH: MapLanguage = {
  words: {
    title: 'Mapa',
    label: 'Mapa de las imágenes encontradas',
    count: { one: '{count} imagen a la vista', other: '{count} imágenes a la vista' },
    shown: { one: 'La primera', other: 'Las primeras {count}' },
    none: 'Ninguna imagen en esta parte del mapa.',
    noWebGl:
      'Este navegador no puede dibujar el mapa. La lista de al lado tiene las mismas imágenes.',
    cluster: { one: '{count} imagen: mostrarla', other: '{count} imágenes aquí: acercar' },
    sure: 'Lugares',
    sureAll: 'todos los conocidos',
    sureSome: 'bastante seguros',
    sureVery: 'muy seguros',
    drawBox: 'Dibujar un rectángulo',
    drawing: 'Arrastre sobre el mapa, o pulse Escape',
    radius: 'Kilómetros alrededor del centro',
    apply: 'Buscar aquí',
    world: 'Mundo entero',
    list: 'Imágenes a la vista',
    asSearch: 'Mostrar como resultados',
    exportAs: 'Exportar',
    close: 'Cerrar',
    told: 'según {source}',
    toldText: 'según {source}: {text}',
    sureness: '{percent} % de certeza',
    attribution:
      'Contornos: Natural Earth. Lugares: GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR.',
  },
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
};

/** French. */
export const FRENCH: MapLanguage = {
  words: {
    title: 'Carte',
    label: 'Carte des images trouvées',
    count: { one: '{count} image visible', other: '{count} images visibles' },
    shown: { one: 'La première', other: 'Les {count} premières' },
    none: 'Aucune image dans cette partie de la carte.',
    noWebGl: 'Ce navigateur ne peut pas dessiner la carte. La liste à côté a les mêmes images.',
    cluster: { one: '{count} image : la montrer', other: '{count} images ici : agrandir' },
    sure: 'Lieux',
    sureAll: 'tous ceux connus',
    sureSome: 'plutôt sûrs',
    sureVery: 'très sûrs',
    drawBox: 'Dessiner un rectangle',
    drawing: 'Glissez sur la carte, ou appuyez sur Échap',
    radius: 'Kilomètres autour du centre',
    apply: 'Rechercher ici',
    world: 'Monde entier',
    list: 'Images visibles',
    asSearch: 'Montrer comme résultats',
    exportAs: 'Exporter',
    close: 'Fermer',
    told: 'selon {source}',
    toldText: 'selon {source} : {text}',
    sureness: 'sûr à {percent} %',
    attribution:
      'Contours : Natural Earth. Lieux : GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR.',
  },
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
};

/** German. */
export const GERMAN: MapLanguage = {
  words: {
    title: 'Karte',
    label: 'Karte der gefundenen Bilder',
    count: { one: '{count} Bild im Ausschnitt', other: '{count} Bilder im Ausschnitt' },
    shown: { one: 'Das erste', other: 'Die ersten {count}' },
    none: 'Kein Bild in diesem Teil der Karte.',
    noWebGl:
      'Dieser Browser kann die Karte nicht zeichnen. Die Liste daneben hat dieselben Bilder.',
    cluster: { one: '{count} Bild: zeigen', other: '{count} Bilder hier: vergrößern' },
    sure: 'Orte',
    sureAll: 'alle bekannten',
    sureSome: 'ziemlich sicher',
    sureVery: 'sehr sicher',
    drawBox: 'Rechteck zeichnen',
    drawing: 'Ziehen Sie über die Karte, oder drücken Sie Escape',
    radius: 'Kilometer um die Mitte',
    apply: 'Hier suchen',
    world: 'Ganze Welt',
    list: 'Bilder im Ausschnitt',
    asSearch: 'Als Ergebnisse zeigen',
    exportAs: 'Exportieren',
    close: 'Schließen',
    told: 'laut {source}',
    toldText: 'laut {source}: {text}',
    sureness: 'zu {percent} % sicher',
    attribution: 'Umrisse: Natural Earth. Orte: GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR.',
  },
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
};
