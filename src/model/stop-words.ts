// Words that say nothing about what a text is about, in the languages met most often on the web.

const LISTS = {
  english:
    'a about above after again against all also am an and any are as at be because been before being below between both but by can cannot could did do does doing down during each either else ever every few for from further get had has have having he her here hers herself him himself his how however i if in into is it its itself just me more most much must my myself neither no nor not of off on once only or other ought our ours ourselves out over own per quite rather same shall she should since so some such than that the their theirs them themselves then there these they this those through thus to too under until up upon us very was we were what when where whether which while who whom whose why will with within without would yet you your yours yourself',
  portuguese:
    'o os as um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para com sem sob sobre entre ao aos e ou mas que se como quando onde qual quais quem não sim mais menos muito muita muitos já ainda também só este esta estes estas esse essa isso isto aquele aquela aquilo ele ela eles elas eu tu nós vós me te lhe seu sua seus suas meu minha nosso nossa foi ser são está estão era tem têm há ter',
  spanish:
    'el la los las un una unos unas de del en por para con sin sobre entre al y e o u pero que se como cuando donde cual cuales quien no sí más menos muy mucho ya aún también solo este esta estos estas ese esa eso aquel aquella él ella ellos ellas yo tú nosotros me te le les su sus mi mis nuestro nuestra fue ser es son está están era tiene hay',
  french:
    'le la les un une des de du en par pour avec sans sous sur entre au aux et ou mais que qui quoi dont où se comme quand quel quelle quels quelles ne pas non oui plus moins très déjà encore aussi ce cet cette ces cela ça il elle ils elles je tu nous vous on me te lui leur leurs son sa ses mon ma mes notre votre fut être est sont était a ont avoir dans chez vers',
  german:
    'der die das den dem des ein eine einer eines einem einen von vom zu zum zur in im an am auf aus bei mit nach über unter vor hinter neben zwischen für gegen ohne um durch und oder aber dass daß wenn als wie wo wer was welche welcher welches nicht kein keine ja mehr weniger sehr schon noch auch nur dieser diese dieses jener er sie es wir ihr ich du mich dich sich ihm ihn ihnen sein seine mein dein unser war wird werden ist sind hat haben hatte kann',
  italian:
    'il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella nei nelle con su sul sulla per tra fra e ed o ma che chi cui come quando dove quale quali non sì più meno molto già ancora anche solo questo questa questi queste quello quella egli lui lei noi voi loro io tu mi ti si ci vi suo sua suoi sue mio mia nostro è sono era ha hanno essere avere',
  dutch:
    'de het een van in op aan met voor door bij naar uit over onder tussen en of maar dat die dit deze als wie wat waar wanneer hoe niet geen ja meer minder zeer al nog ook alleen hij zij ze wij we jullie ik jij je mij hem haar hun zijn mijn onze was werd worden is heeft hebben had kan te om er',
  finnish:
    'ja tai mutta että jos kun kuin niin ei en et emme ette eivät on ovat oli olivat olla ole se ne hän he minä sinä me te tämä nämä tuo nuo joka jotka mikä mitä kuka missä mistä mihin miten myös vain jo vielä hyvin kanssa ilman yli alle',
  swedish:
    'och eller men att som om när var vad vem vilken hur inte ja nej är var vara har hade ha den det de en ett han hon vi ni jag du mig dig sig min din sin vår er i på av för till med från utan över under mellan också bara mycket mer än så',
  polish:
    'i oraz lub albo ale że żeby jeśli gdy kiedy gdzie kto co który która które jak nie tak jest są był była było być ma mają to ten ta te ci on ona ono oni my wy ja ty się mnie ciebie jego jej ich mój twój nasz w we na z ze do od po pod nad przy przez dla bez za o u też tylko już jeszcze bardzo',
  russian:
    'и или а но что чтобы если когда где кто какой как не да нет есть был была было были быть это этот эта эти тот та те он она оно они мы вы я ты себя меня тебя его её их мой твой наш ваш в во на с со к ко от из по под над при через для без за о об у же ли только уже ещё очень также',
} as const;

/** All of them. Ordinal numbers and nouns are not among them: paper 001 counts "first" and "website". */
export const STOP_WORDS: ReadonlySet<string> = new Set(Object.values(LISTS).join(' ').split(' '));
