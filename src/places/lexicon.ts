// Words that tell whether a capitalised name is a place: prepositions, titles, given names, words beside names.

/** Folded words of a list. */
function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Prepositions that stand before places, in English, Portuguese, Spanish, French, German and Italian. */
export const PLACE_PREPOSITIONS = words(`
  in at near from to around outside across throughout through toward towards between into via off inside
  em no na nos nas de do da dos das desde perto
  en del desde hacia cerca
  a au aux du des dans pres vers depuis chez
  im bei nach aus von vom zu zur zum um am
  di del della dello dei degli delle dal dalla nel nella negli nelle al alla ad presso verso`);

/** Of these the ones that stand before anything, and say little. */
export const WEAK_PREPOSITIONS = words(
  'to de do da dos das del du des di a de della al on by through between',
);

/** Words within names that are written small: Vila Nova de Gaia, Stratford-upon-Avon. */
export const CONNECTORS = words(`
  of the and on upon by in le la les de des du d l do da dos das del los las el y e am an der den dem bei im ob van von zu zur
  di della dello dei degli delle nel nella al sur sous en aux au lez les under over st al ad ash el`);

/** Titles and forms of address before persons. */
export const TITLES = words(`
  mr mrs ms miss dr prof professor sir dame lord lady sen senator rep representative gov governor president judge justice sheriff
  officer sgt sergeant lt lieutenant capt captain maj major col colonel gen general cmdr cpl pvt deputy detective chief mayor
  councilman councilwoman councilmember commissioner coach rev reverend pastor father sister brother king queen prince princess pope
  secretary minister ambassador chairman chairwoman attorney superintendent principal director manager spokesman spokeswoman
  congressman congresswoman trooper cardinal bishop archbishop saint aunt uncle
  sr sra dom dona don dona doutor doutora senhor senhora presidente professora padre frei rei rainha
  senor senora doctor doctora rey reina monsieur madame mme mlle maitre roi reine
  herr frau doktor konig konigin signor signora dottor papa re regina`);

/** Words behind a name that make it a name of people, papers, teams and firms. */
export const NAME_ENDINGS = words(`
  post times herald tribune globe journal gazette news chronicle press sun star daily weekly magazine mirror guardian observer
  courier dispatch register examiner inquirer record telegraph monitor review
  inc ltd llc corp co corporation company bank group holdings airlines airways motors records books films pictures studios
  jr sr ii iii iv
  cup open championship league bowl classic marathon derby invitational tour
  red white blue tigers lions bears eagles hawks wildcats bulldogs panthers giants rangers yankees dodgers cubs sox braves
  cardinals reds pirates royals rockies warriors knicks lakers celtics bulls heat magic spurs rockets jazz mavericks
  cowboys packers steelers patriots raiders broncos chargers vikings saints falcons jaguars titans texans colts browns bengals ravens
  bills jets dolphins redskins seahawks rams penguins flyers rangers islanders devils sabres bruins canadiens senators
  united rovers wanderers athletic hotspur albion
  fever virus disease syndrome protocol treaty agreement convention accord accords plan act law bill declaration
  terrier retriever shepherd spaniel`);

/** Words behind a name that are of the place itself: police of a town, its university. */
export const PLACE_FOLLOWERS = words(`
  police city county university college airport hospital school schools high district department state area region residents
  resident street avenue road fire council mayor officials authorities government court jail prison station zoo museum bridge harbor
  harbour port bay beach downtown border metropolitan metro international stadium center centre community society`);

/** Words before a name that are part of no person's name: North Carolina's neighbour, Downtown Memphis. */
export const PLACE_LEADERS = words(`
  north south east west northern southern eastern western northeast northwest southeast southwest northeastern northwestern
  southeastern southwestern central upper lower greater downtown inner outer mid old new metro metropolitan suburban rural
  city town village district province state republic kingdom island isle lake mount mt river valley cape port county parish
  norte sul este oeste nord sud est ouest sur ost
  cidade vila concelho distrito ciudad ville citta stadt provincia province region regiao`);

/** Words before a name that make it a club: Real Madrid plays anywhere. */
export const CLUB_WORDS = words(`
  real atletico athletic deportivo racing sporting union club fc cf sc ac as us ca cd ud rc rcd sv vfb vfl tsv fsv bayern werder borussia
  eintracht hertha fortuna dynamo dinamo lokomotiv spartak olympique stade inter juventus vitoria academica independiente
  liga copa coppa coupe pokal`);

/** Kinds of streets, squares, quarters and the like before a name, which they bear from elsewhere: Rue de Paris, Barrio de Palermo. */
export const NAMED_AFTER = words(`
  rua avenida av travessa largo praca alameda estrada bairro calle carrera paseo plaza plazuela barrio ronda glorieta
  rue boulevard bd allee quai place faubourg quartier via viale corso piazza piazzale vicolo rione quartiere
  hotel hoteis hotels hostal hostel pension restaurant restaurante ristorante cafe bar cinema kino pizza salsa sauce hms uss ss`);

/** Words before a name that make it one of nature, and no town. */
export const NATURE = words(`
  mount mt mont monte monti pico pic peak cerro nevado volcan volcano serra sierra
  lake lago lac loch river rio riviere fiume cape cabo cap capo kap
  glacier canyon mina mine`);

/** Words that churches begin with. */
export const CHURCHES = words(`
  church chapel cathedral basilica abbey igreja capela catedral se mosteiro convento iglesia capilla monasterio
  eglise chapelle cathedrale basilique abbaye couvent chiesa cappella cattedrale duomo abbazia convento
  kirche kapelle kathedrale dom munster kloster`);

/** Words that the names of saints begin with. */
export const SAINTS = words(
  'st ste san santa santo sant sankt sao notre nossa nuestra nostra our unser',
);

/** Dishes, breeds and the like behind a name: Lima beans, Boston terrier. */
export const THINGS = words(`
  bean beans terrier terriers sprout sprouts sauce sausage sausages cheese pie cake bread style steak salad beer wine mustard roll
  rolls chair chairs set dress fashion shorts marathon treaty syndrome virus
  wurst wurste wurstchen schnitzel kase salat senf`);

/** Words that join a name to what stands before it: behind a name they tell that it is only the beginning of a longer one. */
export const OF_WORDS = words(
  'of de do da dos das del du des di della dello dei degli delle von vom',
);

/** Words that only German texts have; in these every noun has a capital. */
export const GERMAN_WORDS = words(
  'und der das im dem mit bei auf zur zum eine einem einer einen ist nach vor vom beim uber fur aus sich nicht',
);

/** Given names, many of which are places too. */
export const GIVEN_NAMES = words(`
  aaron abby abigail adam adrian agnes aidan alan albert alberto alejandro alessandro alex alexander alexandra alexis alfred alice alicia
  alison allan allen allison alvin amanda amber amy ana andre andrea andreas andres andrew andy angel angela angelina angelo anita ann
  anna anne annette annie anthony antoine anton antonio april ariana arnold arthur ashley audrey austin barack barbara barry beatrice ben
  benjamin bernard bernd beth betty beverly bill billy blake bob bobby bonnie brad bradley brandon brenda brent bret brett brian bridget
  brittany brooke bruce bruno bryan caitlin caleb calvin cameron camille carl carla carlo carlos carmen carol carole caroline carolyn
  carrie casey catherine cathy cecilia cesar chad charlene charles charlie charlotte chelsea cheryl chester chloe chris christian
  christina christine christopher chuck cindy claire clara clarence clark claude claudia claudio clay clayton clifford clint clinton
  clyde cody colin colleen connie connor constance corey courtney craig crystal curtis cynthia daisy dale damon dan dana daniel daniela
  danielle danny darlene darren darrell dave david dawn dean deborah debra denise dennis derek derrick devin diana diane diego dirk dolores
  dominic don donald donna dora doris dorothy doug douglas duane dustin dwayne dwight dylan earl eddie edgar edith eduardo edward edwin
  eileen elaine eleanor elena eli elias elisa elisabeth elizabeth ella ellen elliot emily emma enrique eric erica erik erika erin ernest
  ernesto esther ethan eugene eva evan evelyn faith felicia felipe felix fernando florence floyd frances francesco francis francisco
  francois frank franklin franz fred freddie frederick friedrich gabriel gabriela gail garrett gary gavin gene geoffrey george georges
  gerald gerard gerhard gilbert gina giovanni giulia giuseppe gladys glen glenn gloria gordon grace graham grant greg gregory guillaume
  gustavo guy hank hannah hans harold harriet harry harvey hector heather heidi heinrich helen helena helmut henri henry herbert herman
  hillary holly horst howard hugh hugo ian ida ignacio inge ingrid irene iris isaac isabel isabella ivan jack jackie jackson jacob jacqueline
  jacques jaime jake james jamie jan jane janet janice jared jasmine jason javier jay jean jeanne jeff jeffery jeffrey jennifer jenny
  jeremy jerome jerry jesse jessica jesus jill jim jimmy joan joanna joanne joao joaquim joe joel joey johann johannes john johnny jon
  jonathan jordan jorge jose joseph josh joshua joy joyce juan juana judith judy julia julian julie julien juliet julio june jurgen justin
  karen karin karl karla kate katherine kathleen kathryn kathy katie kayla keith kelly ken kendra kenneth kent kerry kevin kim
  kimberly kirk klaus kristen kristin kurt kyle lance larry laura lauren laurent lawrence leah lee leo leon leonard leonardo leroy leslie
  lester lewis liam lillian lily linda lindsay lindsey lisa lloyd logan lois lorena lorenzo lori lorraine louis louise lucas lucia luca lucille
  lucy luigi luis luisa luiz lukas luke lydia lynn mabel madison mandy manfred manuel marc marcel marcia marco marcos marcus margaret
  maria mariana marie marilyn marina mario marion marisa marissa marjorie mark marlene marsha marshall martha martin martina marvin mary
  mason mateo mathieu matt matteo matthew maureen maurice max maxine megan melanie melinda melissa melvin mercedes meredith michael
  michel michele michelle miguel mike mildred milton miriam misty mitchell molly monica monique morgan moritz muriel myra nancy naomi natalia natalie
  nathan nathaniel neal neil nelson nicholas nick nicola nicolas nicole nikki nina noah noel nora norma norman nuno olga oliver olivia
  oscar otto owen pablo paige pamela paola paolo pascal pat patricia patrick paul paula paulo pedro peggy penny percy perry pete peter
  phil philip philippe phillip phyllis pierre priscilla rachel rafael ralph ramon randall randy raul ray raymond rebecca regina reginald renata rene
  ricardo richard rick ricky rita rob robert roberta roberto robin rochelle rodney rodrigo roger roland rolf ron ronald ronnie rosa rose
  rosemary ross roy ruben ruby rudolf russell rui ruth ryan sabine sabrina sally salvador salvatore sam samantha samuel sandra sara sarah saul scott sean
  sebastian serena sergio seth shane shannon sharon shaun shawn sheila shelby shelly sherry shirley sidney silvia simon sofia sonia sophia
  sophie spencer stacey stacy stanley stefan stefano stella stephan stephane stephanie stephen steve steven stuart sue susan suzanne sydney
  sylvia tamara tammy tanya tara tatiana taylor ted teresa terrance terrence terri terry thelma theodore theresa thierry thomas tiago tiffany tim timothy
  tina todd tom tommy toni tony tracey tracy travis trevor troy tyler ursula uwe valentina valerie vanessa vera vernon veronica vicki
  vicky victor victoria vincent viola violet virginia vivian wade wallace walt walter wanda warren wayne wendy werner wesley whitney wilhelm
  will willard william willie wilson wolfgang xavier yolanda yves yvonne zachary zoe
  barack vladimir boris dmitri igor ali ahmed mohamed mohammed muhammad mahmoud omar hassan hussein ibrahim yusuf abdul khalid fatima aisha
  aurelie benoit bertrand camila celine clement corinne delphine didier dominique elodie emilie emmanuel estelle etienne fabrice
  florian francoise frederic genevieve gerald gilles guy helene herve isabelle jeanine jerome julien laetitia laure lea lucie
  ludovic maelle manon marcel margaux marine marion mathilde maxime mireille nathalie nicole odile olivier pascale patrice philippine
  quentin remi romain sandrine solange sylvain sylvie valentin veronique virginie yann yannick
  adriano agata alessia alessandra alfredo andreina antonella arianna beatrice bianca bruna carlotta chiara cristina daniele davide
  domenico elisabetta emanuele enrico enzo ettore fabio federica federico filippo flavia franca gabriele giacomo giancarlo gianni
  gioia giorgia giorgio giuliano ilaria lorenza luciano lucrezia luisella maurizio michela mirko ornella paolina pietro raffaele
  riccardo rosario sandro silvio simona stefania tommaso tullio umberto valentino vincenzo vittoria vittorio
  anja anke astrid barbel bettina birgit burkhard christoph claus detlef dieter dietmar dorothea eberhard elke ernst eva ewald fabian
  felicitas frauke fritz gabi gertrud gisela gottfried gunther gunter hannelore hartmut heike heinz helga herbert hermann hilde ingo
  irmgard jens jochen jorg josef jurgen jutta kai karsten kathrin klara kurt lothar ludwig margarete markus matthias mechthild mirjam
  monika nils norbert oskar petra rainer reiner reinhard renate rudiger siegfried sigrid silke stefanie steffen sven thorsten tobias
  torsten traute ulrich ulrike ulla ute volker walter wilhelm winfried wolfram
  afonso agostinho albertina amalia armando artur augusto baltazar belmira bernardo branca caetano candida catarina celeste cristiano
  custodio dalila dinis duarte emilia estevao eugenia fausto feliciano filipa filipe filomena flavio fortunato goncalo gustavo
  henrique ines jacinto jeronimo joana josefa julieta lidia lurdes manuela margarida matilde miguelina natercia noemia octavio
  otavio pilar raquel renato rosalia rosalina sebastiao serafim simao sonia susana telma teodoro valdemar vasco vitor
  adela alfonso alvaro amparo angeles arturo aurora baltasar begona belen blanca catalina cayetano cesar concepcion consuelo
  cristobal dionisio efrain eloisa emilio encarnacion esperanza estela esteban eugenio eulalia evaristo fatima fermin gerardo gonzalo
  graciela guillermo gumersindo hernan horacio hortensia hugo humberto inmaculada inocencio jacinta jimena joaquin leticia
  lorena macarena marisol maribel mauricio maximo montserrat nicanor nieves norberto nuria ofelia paloma paquita rafaela ramiro
  remedios reinaldo rocio rodolfo rogelio rosario salvadora segundo silvestre socorro soledad tomas trinidad vicente victoriano
  wei chen ming jian hiroshi kenji yuki raj amit sanjay priya paris hilton kobe`);

/** Verbs and the like behind persons rather than places. */
export const PERSON_FOLLOWERS = words(`
  said says told added told's explained wrote recalled noted scored played pitched signed batted threw caught coached graduated
  testified pleaded admitted insisted argued joked smiled laughed married
  disse afirmou dijo afirmo declaro sagte erklarte erzahlte declare explique ha disse`);

/** Words before persons: a portrait is of somebody. */
export const PORTRAITS = words(`
  portrait portraits bust retrato retratos busto bustos bildnis portrat ritratto ritratti buste effigy efigie`);

/** What persons are, as it stands behind their names and a comma, or before them. */
export const ROLES = words(`
  goalkeeper defender midfielder striker forward winger player actor actress singer musician composer painter poet writer author
  photographer architect scientist physicist politician lawyer minister president mayor senator bishop coach captain manager
  guarda-redes guardameta portero arquero defesa defensa lateral central centrocampista medio mediocampista avancado delantero extremo
  jogador jogadora jugador jugadora futbolista futebolista ator atriz actriz cantor cantora cantante musico compositor compositora pintor pintora poeta
  escritor escritora autora fotografo fotografa arquiteto arquitecto cientista cientifico politico advogado abogado ministro ministra
  presidente presidenta alcalde autarca treinador entrenador
  gardien defenseur milieu attaquant joueur joueuse acteur actrice chanteur chanteuse compositeur peintre poete ecrivain photographe
  architecte savant avocat ministre maire entraineur
  torwart verteidiger sturmer spieler spielerin schauspieler schauspielerin sanger sangerin komponist maler malerin dichter
  schriftsteller fotograf architekt politiker politikerin burgermeister burgermeisterin prasident trainer
  portiere difensore attaccante giocatore giocatrice attore attrice cantante compositore pittore pittrice scrittore scrittrice
  architetto avvocato sindaco allenatore`);

/** Everyday words of six languages that are places somewhere, and months, days and the like, which are written with capitals. */
export const COMMON_WORDS = words(`
  i a an the he she it we you they his her its our your their my this that these those there here who what when where why how which
  and or but if so as at by for from in into of off on out over to up with about after before between under until while not no yes
  is are was were be been being am do does did done has have had will would can could may might must shall should
  all any both each few more most other some such only own same than too very just also now then once again
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
  mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec
  spring summer autumn fall winter morning evening night today tomorrow yesterday noon midnight easter christmas
  one two three four five six seven eight nine ten first second third last next new old good great best big small little high low
  man men woman women boy girl child people person family mother father brother sister son daughter friend
  police fire school church house home street road park lake river mountain hill valley island beach bay port bridge station center
  university college hospital court city town village county state country world north south east west central
  god lord king queen prince president senate congress house office department board council committee court union
  democrat democrats republican republicans army navy marine marines guard force forces air
  mr mrs ms dr st jr photo image picture view foto imagem vista imagen photos images video home page site web news
  nice reading mobile split of bath cork orange normal hope liberty independence
  un une le la les des du de dans sur avec pour par est sont ete que qui ou et mais plus tout tous cette ces son sa ses leur
  o os a as um uma de do da dos das em no na nos nas por para com sem que se e mas mais foi ser ao aos
  el los las un una unos unas del al con sin por para que se y pero mas fue es son este esta
  der die das den dem des ein eine einen einem einer und oder aber mit von zu bei nach aus auf im am ist sind war wird nicht auch
  il lo gli un uno una di del della dei delle da dal in nel con su per tra fra e ma non che piu
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
  enero febrero marzo mayo junio julio septiembre octubre noviembre diciembre
  janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
  januar februar marz juni juli oktober dezember gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
  praia rio rua avenida igreja castelo torre ponte casa monte serra vila cidade jardim parque porta
  playa calle iglesia castillo puente plaza barrio sierra
  plage rue eglise chateau pont maison tour place jardin mer
  strasse kirche schloss burg brucke haus turm platz garten berg see wald meer
  spiaggia via chiesa castello ponte casa torre piazza giardino mare lago
  mercado feira festa noite dia manha tarde inverno verao primavera outono vista cabo bairro campo centro estacao museu teatro pedra
  sol lua agua fonte flores arvore vinha carro barco gato cao pao bolo vinho queijo peixe livro mesa porta janela sala quinta
  homem mulher menino menina crianca familia amigo santo paz luz amor vida morte guerra terra fogo coliseu obra
  feria fiesta noche manana verano invierno otono puerta ventana campo estacion museo teatro piedra luna agua fuente flor flores
  arbol vina coche barco gato perro pan vino queso pescado libro mesa sala hombre mujer nino nina familia amigo paz luz amor vida
  muerte guerra tierra fuego mar salina salinas armas palma jueves martes viernes sabado domingo lunes miercoles
  marche foire fete nuit jour matin soir hiver ete printemps automne vue cap quartier champ champs centre gare musee theatre pierre
  soleil lune eau fontaine fleur fleurs arbre vigne voiture bateau chat chien pain gateau vin fromage poisson livre table porte
  fenetre salle homme femme garcon fille enfant famille ami amis paix lumiere amour vie mort guerre terre feu neige montagne grande
  est ouest nord sud rouge vert verte bleu noir blanc blanche halle halles salon belle beau
  markt messe fest nacht tag morgen abend winter sommer herbst fruhling blick kap viertel feld felder mitte bahnhof museum theater
  stein sonne mond wasser brunnen blume blumen baum baume weinberg weinberge auto schiff schiffe katze hund brot kuchen wein kase
  fisch buch tisch tur fenster saal mann frau junge madchen kind kinder familie freund freunde frieden licht liebe leben tod krieg
  erde feuer schnee berge regen nebel wolke wolken wind sturm sand ufer insel hafen hof wiese wiesen weide weiden wolf hirsch adler
  essen suppe halle hallen bad ende anfang spiel spiele lauf rennen singen horn hammer kessel eisen gold silber stern sterne welle
  wellen grab graber rathaus turme mauer mauern tor tore weg wege pfad rast ruhe aussicht grun rot blau weiss schwarz
  mercato fiera festa notte giorno mattina sera inverno estate primavera autunno veduta capo quartiere campo centro stazione museo
  teatro pietra sole luna acqua fontana fiore fiori albero vigna barca gatto cane pane vino formaggio pesce libro tavola porta
  finestra sala uomo donna bambino bambina famiglia amico pace luce amore vita morte guerra terra fuoco neve montagna duomo sassi
  norma mura palazzo municipio statua`);

/** Words that are never places, whatever stands before them. */
export const NEVER_PLACES = words(`
  of the i in a an is no as at by on or to de la le may march august monday tuesday wednesday thursday friday saturday sunday january
  february april june july september october november december mar jun dec he she it his her their my our this that these those there
  what when who how
  san santa santo santi sao sankt sant st ste sta notre nossa nuestra nostra unser mme mgr dom`);

/** Names of countries that are written in capitals, and words otherwise. */
export const SHORT_NAMES = words('us uk uae usa eua drc prc rfa rda ddr brd eau ussr urss dprk');
