// Words that must and must not meet, language by language. Each line of `MEET` is one family.
import { describe, expect, it } from 'vitest';
import { analyse, STEMMED_LANGUAGES } from './analysis.ts';

const MEET: Readonly<Record<string, string>> = {
  pt: `imagem imagens | eleição eleições eleicao eleicoes | país países | animal animais | papel papéis
    homem homens | mulher mulheres | cão cães | mão mãos | português portuguesa portugueses portuguesas
    presidente presidentes | luz luzes | canção canções | cidade cidades | flor flores | torre torres
    mês meses | hotel hotéis | azul azuis | farol faróis | perfil perfis | fácil fáceis | jovem jovens
    museu museus | rua ruas | dia dias | ano anos | lei leis | rei reis | gás gases | voz vozes
    professor professora professores | deputado deputada deputados deputadas | branco branca brancos brancas
    brasileiro brasileira brasileiros | histórico histórica históricas | inglês inglesa ingleses
    hipótese hipóteses | irmão irmãos | alemão alemães | herói heróis | táxi táxis | clube clubes
    primeiro primeira | televisão televisões | café cafés | região regiões`,
  es: `imagen imágenes imagenes | elección elecciones | ciudad ciudades | luz luces | niño niña niños niñas
    país países | mujer mujeres | hombre hombres | flor flores | mes meses | crisis | autobús autobuses
    presidente presidentes | clase clases | calle calles | pez peces | actriz actrices | león leones
    jardín jardines | rey reyes | inglés inglesa ingleses inglesas | profesor profesora profesores
    famoso famosa famosos | año años | día días | casa casas | coche coches | joven jóvenes
    interés intereses | gas gases | dulce dulces | bronce bronces | blanco blanca blancas | club clubs
    histórico históricas | americano americana | taxi taxis | examen exámenes | dios dioses | papel papeles`,
  fr: `cheval chevaux | journal journaux | élection élections elections | beau beaux | jeu jeux
    national nationale nationaux nationales | bateau bateaux | château châteaux | eau eaux | animal animaux
    français française françaises | anglais anglaise | chinois chinoise chinoises | heureux heureuse
    acteur actrice actrices | premier première premières | sportif sportive sportifs | bijou bijoux
    grand grande grandes | président présidente présidents | travail travaux | vert verte vertes
    blanc blanche blanches | noir noire noires | parisien parisienne | naturel naturelle naturelles
    image images | ville villes | femme femmes | rue rues | pays | tuyau tuyaux | local locale locaux
    africain africaine | important importante | arrivé arrivée arrivées | musée musées | école écoles
    supérieur supérieure | cœur coeur cœurs | œuvre oeuvres`,
  de: `Bild Bilder Bildern Bildes | Haus Häuser Häusern Hauses Haeuser | Stadt Städte Städten Staedte
    Wahl Wahlen | Frau Frauen | Kind Kinder Kindern Kindes | Mann Männer Männern | Buch Bücher Buecher
    Land Länder Ländern Landes | Baum Bäume Bäumen | Tag Tage Tagen Tages | Zug Züge Zügen | Hund Hunde
    Auto Autos | Foto Fotos | Hotel Hotels | Zeitung Zeitungen | Lehrerin Lehrerinnen | Ergebnis Ergebnisse
    Blume Blumen | Katze Katzen | Straße Straßen Strasse | Kunst Künste | Museum Museen Museums | Glas Gläser
    deutsch deutsche deutschen deutscher deutsches | rot rote roten rotes roter | groß große großen gross
    Fluss Flüsse Fluß | Impuls Impulse | Regel Regeln | Bauer Bauern | Rad Räder | München Muenchen Munchen
    System Systeme Systemen | Kamera Kameras | Wort Wörter | Künstler Künstlers Künstlern | neu neue neuen neues`,
  it: `immagine immagini | elezione elezioni | città | amico amici | libro libri | casa case | caso casi
    porta porte | luce luci | fuoco fuochi | lago laghi | barca barche | studio studi | museo musei
    presidente presidenti | colore colori | attrice attrici | problema problemi | programma programmi
    artista artisti artiste | provincia province | spiaggia spiagge | storia storie | scuola scuole
    nero nera neri nere | rosso rossa rossi rosse | chiesa chiese | paese paesi | mare mari | nave navi
    uomo uomini | donna donne | strada strade | notte notti | pagina pagine | grande grandi | nome nomi
    famoso famosa famosi famose | camera camere | animale animali | figlio figli | montagna montagne | cane cani`,
  en: `image images | city cities | church churches | box boxes | woman woman's women women's | man men
    child children | bus buses | class classes | dish dishes | hero heroes | photo photos | tie ties
    house houses | nurse nurses | wolf wolves | knife knives | life lives | movie movies | cookie cookies
    shoe shoes | virus viruses | campus campuses | camera cameras | tree trees | horse horses | glass glasses
    wave waves | foot feet | mouse mice | taxi taxis | headache headaches | day days | country countries
    university universities | crisis | news | lens lenses | olympic olympics | fox's foxes | bridge bridges
    person persons people | swim swimming swimmer swimmers | run running runner runners | ski skis skiing skier
    dance dances dancing dancers | climb climbing climbers | cycle cycling cyclists | farm farms farmers`,
};

const APART: Readonly<Record<string, string>> = {
  pt: `casa caso | porto porta | partido partida | Maria Mário | mal mais | pai país | música músico
    animal anima | ponto ponta | Paulo Paula | capital capitão | universidade universo | banco banca
    Adriano Adriana | estado estada | mãe mão | rio ria | seis sei | deus deu | fim final`,
  es: `casa caso | puerto puerta | partido partida | música músico | universidad universo | mar marte
    banco banca | Marte martes | dios dio | punto punta | interés interior | Adriano Adriana | luna lunes
    plato plata | gobierno gobernador | año anillo`,
  fr: `port porte | vent vente | France franc | cours cour | pays paye | Paris pari | fils fil | mois moi
    temps tempête | Michel Michèle | Louis Louise | fraise frais | université univers | point pointe | mer mère
    entre entrée | mars mare | vers verre | poisson poison | jour journal`,
  de: `Bild Bildung | Müller Müll | Fischer Fisch | Mann man | Bauer Bau | Stadt Staat | Wahl Wal | Zeit Zeitung
    Land Landung | Kirche Kirsche | Tag Tagung | Osten Ostern | Rat Rad | Haus Hase | rechts Recht | Stern Steuer`,
  it: `casa caso | porta porto | pagina pagano | città cittadino | università universo | banca banco
    musica musico | punta punto | palla pallone | mare Maria | moda modo | colla collo | pizza pezzo | cara caro`,
  en: `news new | university universe | building build | painting paint | wedding wed
    Williams William | Adams Adam | mars mar | organ organisation | general generation | jeans jean | lens len
    customs custom | glass glasgow | policy police | his hi | wales wale | public publication`,
};

const families = (text: string | undefined) =>
  (text ?? '').split(/[|\n]/).map((line) => line.trim().split(/\s+/));

describe.each(STEMMED_LANGUAGES)('the stemmer of %s', (language) => {
  const stem = (word: string) => analyse(word, language).join(' ');

  it.each(families(MEET[language]))('makes one stem of %s and its forms', (...words) => {
    expect(words.map(stem)).toEqual(words.map(() => stem(words[0]!)));
  });

  it.each(families(APART[language]))('keeps %s and %s apart', (one, other) => {
    expect(stem(one!)).not.toBe(stem(other!));
  });

  it('has tables of a good size', () => {
    expect(families(MEET[language]).filter((words) => words.length > 1).length).toBeGreaterThan(25);
    expect(families(APART[language]).length).toBeGreaterThanOrEqual(10);
  });

  it('leaves at least three letters, or the whole of a shorter word', () => {
    const words = families(
      `${MEET[language]}|${APART[language]}|ass|ois|eses|aes|ees|ies|ces`,
    ).flat();
    for (const word of words) {
      const folded = analyse(word, '')[0]!;
      expect(stem(word).length).toBeGreaterThanOrEqual(Math.min(3, folded.length));
    }
  });

  it('leaves numbers, names of files and other scripts alone', () => {
    for (const word of ['2016', 'uefa2016s', 'mp3s', 'москвы', 'αθηνα']) {
      expect(analyse(word, language)).toEqual([word]);
    }
  });
});
