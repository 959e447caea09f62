// Captions in six languages with the places that they name, written for this test: each set before the first of it was read.

/** A caption with the points that are meant, by rounded coordinates from an atlas; none where it names no place. */
export interface JudgedCaption {
  readonly language: string;
  readonly text: string;
  readonly places: readonly (readonly [latitude: number, longitude: number])[];
}

/** One caption on each line: text, then `lat,lon` of each place that a map should show; countries are left out of the gold. */
const CAPTIONS: Readonly<Record<string, string>> = {
  pt: `
    Vista do Porto desde Vila Nova de Gaia | 41.15,-8.61 41.13,-8.61
    Mercado municipal de Aveiro num sábado de manhã | 40.64,-8.65
    Pescadores na praia da Nazaré | 39.60,-9.07
    A ponte 25 de Abril ao pôr do sol, Lisboa | 38.72,-9.14
    Procissão em Braga durante a Semana Santa | 41.55,-8.42
    Rua de Santa Catarina, no centro do Porto | 41.15,-8.61
    Moinho de vento perto de Óbidos | 39.36,-9.16
    O presidente da câmara de Évora na inauguração da escola | 38.57,-7.91
    Barragem do Alqueva vista de Monsaraz | 38.44,-7.38
    Jogadores do Santos celebram o golo |
    Maria de Fátima canta no Coliseu |
    Bolo de chocolate com nozes e laranja |
    Castelo de Leiria à noite | 39.75,-8.81
    Pelourinho, Salvador da Bahia | -12.97,-38.51
    Avenida Paulista, São Paulo | -23.55,-46.63
    Ruínas romanas de Conímbriga, Condeixa-a-Nova | 40.11,-8.50
    Nova linha de comboio entre Faro e Tavira | 37.02,-7.93 37.13,-7.65
    João Guimarães e Ana Viseu no casamento |
    Casa da Música, fotografia de Rui Faro |
    Teatro Amazonas em Manaus | -3.12,-60.02
    Vinhas no vale do Douro junto ao Pinhão | 41.19,-7.55
    Calçada portuguesa em Macau | 22.20,113.55`,
  es: `
    La catedral de Burgos vista desde el castillo | 42.34,-3.70
    Vendedores ambulantes en el centro de Medellín | 6.25,-75.57
    Playa de la Concha, San Sebastián | 43.32,-1.98
    Mercado de San Telmo, Buenos Aires | -34.61,-58.38
    Calle Mayor de Alcalá de Henares en otoño | 40.48,-3.37
    El alcalde de Cali presentó el nuevo plan de movilidad | 3.44,-76.52
    Ruinas mayas de Palenque, Chiapas | 17.48,-92.05
    Real Madrid y Valencia empataron a dos |
    Victoria Soria, directora del museo |
    Tortilla de patata con pimientos y mojo |
    Noche de luna llena sobre la Alhambra de Granada | 37.18,-3.60
    Puerto de Valparaíso hacia 1920 | -33.05,-71.62
    El volcán Cotopaxi desde Latacunga | -0.93,-78.62
    Procesión del Jueves Santo en Zamora | 41.50,-5.75
    Barrio de Santa Cruz, Sevilla | 37.39,-5.99
    Barrio de Palermo en Buenos Aires | -34.61,-58.38
    Niños juegan en la plaza de Armas de Cusco | -13.53,-71.97
    Mar y tierra: receta de la abuela Mercedes |
    Estación de tren de Mérida, Extremadura | 38.92,-6.34
    Cabo de Gata, Almería | 36.84,-2.46
    Carlos Barranquilla firma con el América |
    Salinas de Torrevieja | 37.98,-0.68`,
  fr: `
    Le vieux port de Marseille un jour de mistral | 43.30,5.37
    La place Stanislas à Nancy | 48.69,6.18
    Marché de Noël de Strasbourg | 48.57,7.75
    Vue de Tours depuis la Loire | 47.39,0.69
    Deux tours du château et la mer |
    Les remparts de Saint-Malo à marée basse | 48.65,-2.02
    Église Notre-Dame-la-Grande, Poitiers | 46.58,0.34
    La gare de Limoges-Bénédictins | 45.83,1.26
    Rue pavée à Dinan, en Bretagne | 48.45,-2.05
    Tarte aux pommes de ma grand-mère |
    Pierre Bordeaux et Lucie Vienne au mariage de Paul |
    Le pont du Gard au petit matin | 43.95,4.54
    Bouchons sur le périphérique, ce lundi à Paris | 48.86,2.35
    Marché aux épices de Marrakech | 31.63,-8.00
    Vieux-Québec sous la neige | 46.81,-71.21
    La cathédrale de Reims | 49.26,4.03
    Vignobles près de Beaune, Bourgogne | 47.02,4.84
    Le président Macron en visite à Dakar | 14.72,-17.47
    Nuit blanche au musée : une belle réussite |
    Plage de Saint-Tropez en août | 43.27,6.64
    Montagne et neige, hiver 2012 |
    Gruyères et son château, canton de Fribourg | 46.58,7.08`,
  de: `
    Blick auf das Heidelberger Schloss vom Neckar | 49.40,8.69
    Marktplatz in Wittenberg mit dem Rathaus | 51.87,12.65
    Der Kölner Dom bei Nacht | 50.94,6.96
    Fachwerkhäuser in Quedlinburg | 51.79,11.15
    Wanderweg bei Garmisch-Partenkirchen | 47.49,11.10
    Essen auf dem Tisch: Suppe und Brot |
    Die Zeche Zollverein in Essen | 51.46,7.01
    Berge im Nebel, Morgen am See |
    Thomas Berlin und Anna Wien auf der Bühne |
    Hafen von Hamburg um 1900 | 53.55,9.99
    Salzburg, Getreidegasse | 47.80,13.05
    Alte Brücke über die Limmat in Zürich | 47.37,8.54
    Weihnachtsmarkt in Nürnberg | 49.45,11.08
    Schiffe vor Warnemünde | 54.18,12.08
    Bayern München gewinnt gegen Werder Bremen |
    Hauptbahnhof Leipzig, Querbahnsteig | 51.34,12.37
    Straße in Lüneburg nach dem Regen | 53.25,10.41
    Wiener Würstchen mit Senf |
    Die Hohe Tatra bei Zakopane | 49.30,19.95
    Schloss Neuschwanstein bei Füssen | 47.57,10.70
    Bürgermeister Halle begrüßt die Gäste |
    Weinberge an der Mosel bei Cochem | 50.15,7.17`,
  it: `
    Veduta di Napoli dal Vesuvio | 40.84,14.25
    Piazza del Campo a Siena | 43.32,11.33
    Il ponte vecchio di Bassano del Grappa | 45.77,11.73
    Barche nel porto di Camogli | 44.35,9.15
    La torre di Pisa | 43.72,10.40
    Mercato del pesce a Catania | 37.50,15.09
    Pasta alla Norma con ricotta salata |
    Trulli di Alberobello | 40.78,17.24
    I Sassi di Matera al tramonto | 40.67,16.60
    Marco Ferrara e Giulia Verona |
    Lago di Como da Bellagio | 45.98,9.26
    Stazione centrale di Milano | 45.46,9.19
    Il sindaco di Lecce inaugura la mostra | 40.35,18.17
    Roma e Lazio pareggiano il derby |
    Una notte d'estate in montagna |
    Duomo di Orvieto, facciata | 42.72,12.11
    Via Emilia a Modena | 44.65,10.93
    Le mura di Lucca | 43.84,10.50
    Cortina d'Ampezzo sotto la neve | 46.54,12.14
    Il palazzo dei Dogi, Venezia | 45.44,12.32
    Antonio Salerno, pittore |
    Spiaggia di Cefalù in Sicilia | 38.04,14.02`,
  en: `
    The harbour at Whitby, North Yorkshire | 54.49,-0.61
    Nice to see you again at the party |
    A walk through Reading on a rainy day | 51.45,-0.97
    Paris Hilton signs autographs |
    Jordan dunks over three defenders |
    Mobile, Alabama, after the hurricane | 30.69,-88.04
    Peppers split and roasted over a fire |
    Lighthouse on Cape Cod near Truro, Massachusetts | 42.00,-70.05
    Main Street in Concord, New Hampshire | 43.21,-71.54
    The Washington Post printing presses |
    Market day in Kampala | 0.32,32.58
    Fishing boats in Galway Bay | 53.27,-9.05
    Brick houses in Bath, England | 51.38,-2.36
    Christian Lincoln at the piano |
    Old trams in Melbourne | -37.81,144.96
    Lima beans and corn |
    Rush hour in Lagos | 6.45,3.39
    Train station at Kandy | 7.29,80.64
    Orange trees in bloom |
    Victoria Falls from the air | -17.92,25.86
    Houses in Alexandria, Virginia | 38.80,-77.05
    Boston terrier on a sofa |`,
};

/** The second set, written when the rules that the first one led to were there; read once. */
const LATER: Readonly<Record<string, string>> = {
  pt: `
    Elevador do Lacerda e a cidade baixa, Salvador | -12.97,-38.51
    Mosteiro da Batalha em dia de chuva | 39.66,-8.82
    Elétrico na Baixa de Lisboa | 38.72,-9.14
    Pôr do sol na ria, em Olhão | 37.03,-7.84
    Carlos Lisboa e Rita Évora no lançamento do livro |
    Sardinhas assadas com batata |
    Centro histórico de Ouro Preto, Minas Gerais | -20.39,-43.50
    Benfica vence Sporting por dois a um |
    Ponte metálica em Viana do Castelo | 41.69,-8.83
    Biblioteca da Universidade de Coimbra | 40.21,-8.42`,
  es: `
    Murallas de Ávila nevadas | 40.66,-4.70
    Tranvía en el puerto de Bilbao | 43.26,-2.93
    Casas de colores en Guanajuato, México | 21.02,-101.26
    Cosecha de café cerca de Manizales | 5.07,-75.52
    Laguna Colorada al amanecer |
    Juan Córdoba y Elena Toledo bailan |
    Avenida de Mayo, Buenos Aires | -34.61,-58.38
    Patio andaluz con naranjos en Córdoba | 37.88,-4.78
    Sevilla y Betis empatan |
    Salto Ángel visto desde el río |`,
  fr: `
    Canal Saint-Martin sous la neige, Paris | 48.87,2.36
    Le phare d'Ouessant dans la tempête | 48.46,-5.10
    Terrasse de café à Aix-en-Provence | 43.53,5.45
    Vendanges près de Colmar | 48.08,7.36
    Julie Lyon et Marc Toulouse, nos lauréats |
    Croque-monsieur et salade verte |
    La citadelle de Besançon | 47.24,6.02
    Le port de Dieppe en 1895 | 49.92,1.08
    Lyon bat Nantes dans les dernières minutes |
    Vitrail de la cathédrale de Chartres | 48.45,1.49`,
  de: `
    Altstadt von Bamberg an der Regnitz | 49.90,10.90
    Kinder spielen im Schnee |
    Der Zwinger in Dresden | 51.05,13.74
    Fähre nach Helgoland | 54.18,7.89
    Herr Kassel und Frau Ulm beim Empfang |
    Kartoffelsuppe mit Brot und Butter |
    Blick vom Turm auf Tübingen | 48.52,9.06
    Eisenbahnbrücke bei Görlitz | 51.15,14.99
    Spaziergang am Fluss, Herbst 2009 |
    Ruine der Frauenkirche, Dresden 1946 | 51.05,13.74`,
  it: `
    Le torri di San Gimignano | 43.47,11.04
    Traghetto per Procida | 40.76,14.02
    Il teatro greco di Taormina | 37.85,15.29
    Vigneti intorno ad Alba | 44.70,8.03
    Luca Trento e Sara Como alla festa |
    Risotto ai funghi porcini |
    Portici di Bologna | 44.49,11.34
    Castel Sant'Elmo, Napoli | 40.84,14.25
    La Juventus batte il Torino |
    Ponte sul Tevere a Roma | 41.89,12.48`,
  en: `
    Steam engine at Didcot | 51.61,-1.24
    Terraced houses in Halifax, West Yorkshire | 53.72,-1.86
    Florence Wells at her desk |
    Street market in Oaxaca | 17.06,-96.72
    Cricket on the green at Hambledon |
    Grilled turkey with rice |
    Ferry leaving Dover for Calais | 51.13,1.31 50.95,1.85
    Springfield, Illinois: the old capitol | 39.80,-89.64
    Chelsea beat Everton in the rain |
    Temple of Heaven, Beijing | 39.90,116.40`,
};

/** The captions of the first set, on which rules were tried. */
export const JUDGED_CAPTIONS: readonly JudgedCaption[] = readTables(CAPTIONS);

/** Captions that no rule was tried on. */
export const LATER_CAPTIONS: readonly JudgedCaption[] = readTables(LATER);

function readTables(tables: Readonly<Record<string, string>>): JudgedCaption[] {
  return Object.entries(tables).flatMap(([language, table]) =>
    table
      .trim()
      .split('\n')
      .map((line) => readLine(language, line)),
  );
}

function readLine(language: string, line: string): JudgedCaption {
  const [text = '', points = ''] = line.split('|');
  const places = points
    .trim()
    .split(/\s+/)
    .filter((point) => point !== '')
    .map((point) => {
      const [latitude = Number.NaN, longitude = Number.NaN] = point.split(',').map(Number);
      return [latitude, longitude] as const;
    });
  return { language, text: text.trim(), places };
}
