// Words of the map page in Spanish, French and German.
import type { Words } from './words.ts';

interface MapLanguage {
  readonly words: Words;
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
    km: 'km alrededor del centro',
    apply: 'Buscar aquí',
    world: 'Mundo entero',
    list: 'Imágenes a la vista',
    asSearch: 'Mostrar como resultados',
    exportAs: 'Exportar',
    close: 'Cerrar',
    zoomIn: 'Acercar',
    zoomOut: 'Alejar',
    noPlace: 'En ningún mapa',
    isRight: '¿Es correcto este lugar? (operadores)',
    confirm: 'Es correcto',
    elsewhere: 'Está en otro lugar',
    nowhere: 'Quitar del mapa',
    takeBack: 'Retirar la corrección',
    movePin: 'Arrastre el marcador, haga clic en el mapa o escriba el nombre del lugar.',
    goThere: 'Ir allí',
    save: 'Guardar',
    cancel: 'Cancelar',
    noSuchPlace: 'No se conoce ningún lugar con este nombre.',

    sureness: '{percent} % de certeza',
    attribution:
      'Contornos: Natural Earth. Lugares: GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR.',
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
    km: 'km autour du centre',
    apply: 'Rechercher ici',
    world: 'Monde entier',
    list: 'Images visibles',
    asSearch: 'Montrer comme résultats',
    exportAs: 'Exporter',
    close: 'Fermer',
    zoomIn: 'Agrandir',
    zoomOut: 'Réduire',
    noPlace: 'Sur aucune carte',
    isRight: 'Ce lieu est-il juste ? (opérateurs)',
    confirm: 'Il est juste',
    elsewhere: "C'est ailleurs",
    nowhere: 'Retirer de la carte',
    takeBack: 'Retirer la correction',
    movePin: 'Déplacez le repère, cliquez sur la carte ou nommez le lieu.',
    goThere: 'Y aller',
    save: 'Enregistrer',
    cancel: 'Annuler',
    noSuchPlace: 'Aucun lieu de ce nom n’est connu.',

    sureness: 'sûr à {percent} %',
    attribution:
      'Contours : Natural Earth. Lieux : GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR.',
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
    km: 'km um die Mitte',
    apply: 'Hier suchen',
    world: 'Ganze Welt',
    list: 'Bilder im Ausschnitt',
    asSearch: 'Als Ergebnisse zeigen',
    exportAs: 'Exportieren',
    close: 'Schließen',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    noPlace: 'Auf keiner Karte',
    isRight: 'Stimmt dieser Ort? (Betreiber)',
    confirm: 'Er stimmt',
    elsewhere: 'Es ist woanders',
    nowhere: 'Von der Karte nehmen',
    takeBack: 'Berichtigung zurücknehmen',
    movePin: 'Ziehen Sie die Nadel, klicken Sie auf die Karte oder nennen Sie den Ort.',
    goThere: 'Dorthin',
    save: 'Speichern',
    cancel: 'Abbrechen',
    noSuchPlace: 'Ein Ort dieses Namens ist nicht bekannt.',

    sureness: 'zu {percent} % sicher',
    attribution: 'Umrisse: Natural Earth. Orte: GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR.',
  },
};
