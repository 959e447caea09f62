// Words that must and must not meet, language by language. Each line of `MEET` is one family.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ANALYSIS_VERSION, analyse, STEMMED_LANGUAGES } from './analysis.ts';

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
  nl: `foto foto's | boom bomen | huis huizen huisje huisjes | kat katten | straat straten | kerk kerken | stad steden
    brief brieven | kind kinderen | vrouw vrouwen | man mannen | dag dagen | schip schepen | brug bruggen | boot bootje boten
    groot grote | wit witte | rood rode | klein kleine | molen molens | tempel tempels | museum musea | bloem bloemen
    eiland eilanden | toren torens | roos rozen | glas glazen | auto auto's | weg wegen | zoon zonen`,
  sv: `bil bilar bilen bilarna | flicka flickor flickan flickorna | hus husen huset | bild bilder bilden bilderna
    kyrka kyrkor kyrkan | stad städer staden | bok böcker | barn barnen | pojke pojkar pojken | kvinna kvinnor | träd träden
    stor stora | röd röda | båt båtar båten | hund hundar hunden | blomma blommor blomman | skog skogar skogen | natt nätter
    man män | sjö sjöar sjön | katt katter katten`,
  da: `hus huse huset husene | bil biler bilen bilerne | billede billeder billedet billederne | kirke kirker kirken
    byer byen | kvinde kvinder | mand mænd | skib skibe skibet | hest heste hesten | gade gader | rød røde | stor store
    kat katte katten | bus busser | barn børn børnene | bro broer broen | træ træer | båd både båden | skov skove skoven`,
  no: `hus huset husene | bil biler bilen bilene | bilde bilder bildet bildene | kirke kirker kirken kirka | byer byen
    kvinne kvinner | mann menn | båt båter båten | jente jenter jenta | fjell fjellet fjellene | elv elver elva | bok bøker
    stor store | hest hester hesten | gutt gutter | barn barna barnet | skog skoger skogen | katt katter`,
  ru: `город города городов городе | книга книги книг книгой | улица улицы улиц | красный красная красные красного
    море моря морей | площадь площади площадей | река реки рек рекой | собака собаки | дом дома домов | Москва Москвы Москве
    здание здания зданий | станция станции | озеро озера | лес леса лесу | гора горы | музей музеи музея | церковь церкви
    картина картины картин | старый старая старое | поезд поезда поездов | женщина женщины | мост мосты моста | человек люди`,
  pl: `miasto miasta miast miastach | kobieta kobiety kobiet | kościół kościoły kościołów | dom domy domu domów
    książka książki | obraz obrazy obrazów | zamek zamku zamki | ulica ulicy ulice | rzeka rzeki | góra góry gór
    zdjęcie zdjęcia zdjęć | czerwony czerwona czerwone czerwonego | polski polska polskie polskiego | most mosty mostu
    kot koty | pies psy | Warszawa Warszawy Warszawie | Kraków Krakowa Krakowie | stary stara stare | pociąg pociągi`,
  cs: `město města měst městech | žena ženy žen ženou | hrad hrady hradu hradů | kostel kostely | ulice ulici | řeka řeky
    hora hory | most mosty mostu | obraz obrazy | dům domu domy | starý stará staré starého | červený červená červené
    strom stromy stromů | les lesy lesa | moře moří | zámek zámku | kniha knihy knih | Praha Prahy Praze | vlak vlaky`,
  el: `εικόνα εικόνες εικόνων | πόλη πόλεις πόλεων | δρόμος δρόμοι δρόμου δρόμων | σπίτι σπίτια σπιτιών
    εκκλησία εκκλησίες εκκλησιών | γυναίκα γυναίκες | άνδρας άνδρες | παιδί παιδιά παιδιών | νησί νησιά | βιβλίο βιβλία
    μουσείο μουσεία μουσείου | χρώμα χρώματα χρωμάτων | κάστρο κάστρα κάστρου | ναός ναοί ναού | Αθήνα Αθήνας
    σκύλος σκύλοι | βουνό βουνά | λιμάνι λιμάνια | μεγάλος μεγάλη μεγάλο | θάλασσα θάλασσες`,
  tr: `resim resimler resimleri resimlerde | şehir şehirler şehirde | kadın kadınlar | çocuk çocuklar çocuğu | kitap kitaplar kitabı
    köprü köprüler köprüsü | ağaç ağaçlar ağacı | deniz denizi denizde | dağ dağlar | kale kaleler kalesi
    müze müzeler müzesi | kedi kediler | saray saraylar sarayı | bahçe bahçeler | kapı kapılar | sokak sokaklar sokağı
    fotoğraf fotoğraflar fotoğrafı | köpek köpekler | araba arabalar | çiçek çiçekler çiçeği`,
  ar: `كتاب الكتاب كتب | مدينة المدينة مدن | صورة صور الصورة | سيارة سيارات السيارة | جامعة جامعات | معلم معلمون معلمين
    مصري مصرية | طائرة طائرات | مسجد المسجد مساجد | شارع شوارع | بيت بيوت البيت | جبل جبال الجبل | طفل أطفال | قصر قصور
    جسر جسور | نهر النهر والنهر | شجرة أشجار | متحف المتحف متاحف`,
  he: `תמונה תמונות התמונה | ספר ספרים הספר | ילד ילדים הילד | בית הבית בתים | רחוב רחובות הרחוב | מוזיאון מוזיאונים המוזיאון
    עיר ערים | איש אנשים | כלב כלבים | חתול חתולים החתול | רכבת הרכבת ברכבת | ירושלים בירושלים | גשר גשרים | פרח פרחים
    ציור ציורים | כנסייה הכנסייה | מגדל המגדל | שוק השוק`,
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
  nl: `boom bom | maan man | zoon zon | been ben | taal tal | huis hui | kat kater | vis vissersboot | foto fotograaf | land eiland`,
  sv: `hus husbil | bil bild | man mun | bok bokstav | sten stad | katt kaka | skog sko | flicka ficka | tak taxi | sjö sju`,
  da: `hus hest | by bykort | mand mad | bil billede | kirke kirsebær | bro bror | kat kant | gade gave | skib skive | bus bi`,
  no: `hus hest | by bygd | mann mat | bil bilde | kirke kirsebær | bok boks | fjell fjes | elv elg | gutt gul | båt bål`,
  ru: `город огород | мир мэр | рука рукав | стол столица | мост место | лес лист | река речь | церковь цирк | дом дым | гора город`,
  pl: `miasto mięso | kot kość | dom dym | most może | zamek zmrok | rzeka rzecz | góra gość | obraz obrus | kościół kość | las list`,
  cs: `město maso | hrad hrášek | most mast | les list | hora hodina | kniha kněz | dům dým | strom stroj | vlak vlas | moře mez`,
  el: `πόλη πύλη | δρόμος δράμα | νησί νήμα | βιβλίο βίλα | μουσείο μουσική | κάστρο κάστανο | βουνό βούτυρο | σπίτι σπίρτο
    Αθήνα αθλητής | εικόνα είκοσι`,
  tr: `resim resmi | kale kalem | kapı kaplan | kedi kendi | deniz denge | şehir şeker | dağ dar | müze müzik | köprü köpek | at ata`,
  ar: `كتاب مكتب | مدينة مدني | صورة صوت | جامعة جماعة | شارع شعار | بيت بنت | جبل جمل | قصر قطر | نهر نهار | مسجد مجد`,
  he: `ספר ספורט | ילד יולדת | בית בת | רחוב רחב | עיר ציור | כלב לב | גשר גשם | מגדל גודל | תמונה אמונה | פרח פרי`,
};

/** Words in scripts that a language is not written in. */
const LATIN_OTHERS = ['москвы', 'αθηνα', 'مدينة'];
const OTHER_SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  ru: ['αθηνα', 'مدينة'],
  el: ['москвы', 'مدينة'],
  ar: ['москвы', 'αθηνα'],
  he: ['москвы', 'αθηνα'],
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
    expect(
      families(MEET[language]).filter((words) => words.length > 1).length,
    ).toBeGreaterThanOrEqual(17);
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
    for (const word of [
      '2016',
      'uefa2016s',
      'mp3s',
      ...(OTHER_SCRIPTS[language] ?? LATIN_OTHERS),
    ]) {
      expect(analyse(word, language)).toEqual([word]);
    }
  });
});

it('gives other stems only with another version, so that indexes are rebuilt', () => {
  const words = [...Object.values(MEET), ...Object.values(APART)].join(' ');
  const hash = createHash('sha256');
  for (const language of ['', ...STEMMED_LANGUAGES])
    hash.update(analyse(words, language).join(' '));
  expect([ANALYSIS_VERSION, hash.digest('hex').slice(0, 12)]).toEqual([1, '5aa405b8ded2']);
});
