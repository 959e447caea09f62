// Words of several languages and sentences made of them, for pages that compress like real ones.
import type { Random } from './random.ts';

/** Words of one language. */
export interface Language {
  /** Tag for `lang` attributes. */
  readonly tag: string;
  /** Short words that hold sentences together, the most frequent first. */
  readonly small: readonly string[];
  /** Words with content. */
  readonly large: readonly string[];
  /** What stands between words. */
  readonly gap: string;
  readonly stop: string;
}

const language = (tag: string, small: string, large: string, gap = ' ', stop = '.'): Language => ({
  tag,
  small: small.trim().split(/\s+/),
  large: large.trim().split(/\s+/),
  gap,
  stop,
});

/** The languages pages are written in. */
export const LANGUAGES: readonly Language[] = [
  language(
    'en',
    'the of and to in a is that for it was on with as at by from this but not are have an they which or we had their were been its who will more no if out so up about into than them only some time could what then now new after first also over most',
    `harbour bridge morning market castle river photograph museum village council railway festival garden
    player season captain stadium victory minister election parliament budget school teacher library painter
    gallery exhibition winter mountain glacier valley forest island lighthouse fishing vessel weather storm
    kitchen recipe bread cheese orchard vineyard doctor hospital research telescope engine factory workshop
    computer network archive collection visitor traveller hotel station ticket journey border language history
    century emperor battle monument square fountain cathedral concert orchestra violin theatre actor novel
    poet newspaper reporter interview question answer summer spring autumn evening family daughter neighbour
    bicycle motorway tunnel airport passenger engineer company worker factory price quarter million percent
    opened walked discovered announced restored painted measured crossed followed remembered described
    beautiful ancient narrow crowded quiet enormous delicate famous forgotten northern southern wooden golden`,
  ),
  language(
    'pt',
    'de a o que e do da em um para com não uma os no se na por mais as dos como mas ao das à seu sua ou quando muito nos já eu também só pelo pela até isso entre depois sem mesmo aos',
    `cidade praia ponte mercado castelo rio fotografia museu aldeia câmara comboio festa jardim jogador época
    capitão estádio vitória ministro eleição parlamento orçamento escola professor biblioteca pintor galeria
    exposição inverno serra vale floresta ilha farol pesca barco tempo tempestade cozinha receita pão queijo
    pomar vinha médico hospital investigação telescópio fábrica oficina computador rede arquivo coleção
    visitante viajante estação bilhete viagem fronteira língua história século rei batalha monumento praça
    fonte sé concerto orquestra teatro romance poeta jornal jornalista entrevista pergunta resposta verão
    primavera outono noite família filha vizinho bicicleta túnel aeroporto passageiro engenheiro empresa
    trabalhador preço trimestre milhões abriu descobriu anunciou restaurou pintou atravessou lembrou descreveu
    bonito antigo estreito tranquilo enorme famoso esquecido azulejo calçada freguesia açúcar coração irmãos`,
  ),
  language(
    'de',
    'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber',
    `Hafen Brücke Morgen Markt Schloss Fluss Fotografie Museum Dorf Gemeinde Eisenbahn Volksfest Garten
    Spieler Saison Mannschaft Stadion Sieg Minister Wahl Landtag Haushalt Schule Lehrerin Bücherei Maler
    Galerie Ausstellung Winter Gebirge Gletscher Tal Wald Insel Leuchtturm Fischerei Schiff Wetter Sturm
    Küche Rezept Brot Käse Obstgarten Weinberg Ärztin Krankenhaus Forschung Fernrohr Motor Fabrik Werkstatt
    Rechner Netzwerk Archiv Sammlung Besucher Reisende Bahnhof Fahrkarte Grenze Sprache Geschichte Jahrhundert
    Kaiser Schlacht Denkmal Platz Brunnen Dom Konzert Orchester Geige Theater Roman Dichter Zeitung Gespräch
    Frage Antwort Sommer Frühling Herbst Abend Familie Tochter Nachbar Fahrrad Autobahn Flughafen Fahrgast
    Unternehmen Preis Vierteljahr Millionen eröffnete entdeckte verkündete malte überquerte erinnerte
    schöne alte enge ruhige riesige berühmte vergessene nördliche hölzerne Straße Größe Grüße`,
  ),
  language(
    'fr',
    'de la le et les des en un du une est que dans pour qui par sur au pas plus avec ce il sont se ne aux cette mais ou son comme sa ont été être aussi leur entre deux après même sans fait tout ses ces bien où encore depuis',
    `port pont matin marché château rivière photographie musée village mairie chemin fête jardin joueur
    saison capitaine stade victoire ministre élection assemblée budget école professeur bibliothèque peintre
    galerie exposition hiver montagne glacier vallée forêt île phare pêche bateau météo tempête cuisine
    recette pain fromage verger vigne médecin hôpital recherche télescope moteur usine atelier ordinateur
    réseau archive collection visiteur voyageur gare billet voyage frontière langue histoire siècle empereur
    bataille monument place fontaine cathédrale concert orchestre violon théâtre acteur roman poète journal
    entretien question réponse été printemps automne soirée famille fille voisin vélo autoroute tunnel
    aéroport passager ingénieur entreprise ouvrier prix trimestre millions ouvrit découvrit annonça peignit
    traversa raconta décrivit ancien étroit tranquille énorme célèbre oublié forgé doré`,
  ),
  language(
    'es',
    'de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les',
    `ciudad playa puente mercado castillo río fotografía museo pueblo alcaldía tren fiesta jardín jugador
    temporada capitán estadio victoria ministro elección congreso presupuesto escuela maestra biblioteca pintor
    galería exposición invierno montaña glaciar valle bosque isla faro pesca barco clima tormenta cocina receta
    pan queso huerto viñedo médico hospital investigación telescopio fábrica taller computador red archivo
    colección visitante viajero estación boleto viaje frontera lengua historia siglo emperador batalla monumento
    plaza fuente catedral concierto orquesta violín teatro actor novela poeta periódico reportera entrevista
    pregunta respuesta verano primavera otoño noche familia hija vecino bicicleta autopista túnel aeropuerto
    pasajero ingeniera empresa trabajador precio trimestre millones abrió descubrió anunció pintó cruzó recordó
    hermoso antiguo estrecho tranquilo enorme famoso olvidado niñez mañana señal año`,
  ),
  language(
    'el',
    'και το να του η της με που την από για είναι στο ο τα τη στην των οι σε θα δεν ένα μια ως αλλά τον έχει κατά μετά',
    `πόλη λιμάνι γέφυρα πρωί αγορά κάστρο ποτάμι φωτογραφία μουσείο χωριό δήμος τρένο γιορτή κήπος παίκτης
    στάδιο νίκη υπουργός εκλογές βουλή σχολείο δάσκαλος βιβλιοθήκη ζωγράφος έκθεση χειμώνας βουνό κοιλάδα δάσος
    νησί φάρος ψάρεμα πλοίο καιρός καταιγίδα κουζίνα συνταγή ψωμί τυρί αμπέλι γιατρός νοσοκομείο έρευνα αρχείο
    συλλογή επισκέπτης ταξίδι σύνορα γλώσσα ιστορία αιώνας μάχη μνημείο πλατεία συναυλία θέατρο εφημερίδα`,
  ),
  language(
    'ja',
    'の に は を た が で て と し れ さ ある いる も する から な こと として',
    `写真 港 橋 朝 市場 城 川 博物館 村 鉄道 祭り 庭園 選手 季節 球場 勝利 大臣 選挙 議会 予算 学校 先生 図書館
    画家 展覧会 冬 山 氷河 谷 森 島 灯台 漁業 船 天気 嵐 台所 料理 医者 病院 研究 望遠鏡 工場 計算機 資料 旅行
    国境 言語 歴史 世紀 皇帝 戦い 記念碑 広場 噴水 音楽会 劇場 小説 詩人 新聞 記者 質問 答え 夏 春 秋 家族 自転車`,
    '',
    '。',
  ),
];

/** One word; large ones carry meaning and may serve as names. */
export function word(random: Random, { large }: Language): string {
  return random.pick(large);
}

/** Some words without a stop, as captions and headings have them. */
export function phrase(random: Random, spoken: Language, count: number): string {
  const words: string[] = [];
  for (let i = 0; i < count; i++) {
    // Squaring prefers the front of the list: small words are far from equally frequent.
    const small = spoken.small[Math.floor(random.next() ** 2 * spoken.small.length)]!;
    words.push(random.chance(0.45) ? small : word(random, spoken));
  }
  const text = words.join(spoken.gap);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence of 6 to 22 words. */
export function sentence(random: Random, spoken: Language): string {
  return phrase(random, spoken, random.int(6, 22)) + spoken.stop;
}

/** Sentences with about this many characters in all. */
export function paragraph(random: Random, spoken: Language, length: number): string {
  let text = sentence(random, spoken);
  while (text.length < length) text += spoken.gap + sentence(random, spoken);
  return text;
}
