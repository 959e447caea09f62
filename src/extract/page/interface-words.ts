// What buttons, pagers, share bars and counters say, in many languages: such a text is about no image.

/** Phrases in lower case without digits and punctuation at their ends. */
const PHRASES: ReadonlySet<string> = new Set(
  [
    // The same everywhere: names of networks and their verbs.
    'facebook|twitter|x|instagram|linkedin|pinterest|whatsapp|telegram|reddit|tumblr|youtube|flickr|vk|line|email|e-mail|mail|rss|tweet|pin it|like|google+|google plus|messenger|mastodon|bluesky|threads|wechat|weibo|disqus|blog|web|url|ok',
    // English
    'share|share this|share on facebook|share on twitter|share this post|share this article|print|save|follow|follow us|comment|comments|no comments|leave a comment|add a comment|post a comment|leave a reply|reply|read more|more|continue reading|learn more|see more|show more|load more|view all|see all|show all|view more|all|next|previous|prev|next post|previous post|next page|previous page|older posts|newer posts|older|newer|back|back to top|top|up|home|menu|search|close|open|login|log in|sign in|sign up|register|subscribe|skip to content|skip to main content|advertisement|advertising|ad|sponsored|views|likes|shares|copyright|hide caption|toggle caption|enlarge|enlarge this image|click to enlarge|click to view larger|zoom|play|pause|loading|tags|categories|filed under|posted in|permalink|download|view larger|view image|view gallery|gallery|slideshow|start slideshow|fullscreen|edit|report|go|submit|send',
    // German
    'teilen|diesen artikel teilen|drucken|merken|folgen|kommentar|kommentare|keine kommentare|kommentar schreiben|kommentar hinterlassen|antworten|mehr|weiterlesen|mehr lesen|mehr erfahren|alle anzeigen|alle ansehen|weiter|nächste|nächster|nächste seite|zurück|vorherige|vorheriger|vorherige seite|ältere beiträge|neuere beiträge|nach oben|startseite|menü|suche|suchen|schließen|anmelden|einloggen|registrieren|abonnieren|zum inhalt springen|anzeige|werbung|bild vergrößern|vergrößern|schlagwörter|kategorien|impressum|datenschutz',
    // French
    'partager|partager cet article|partagez|imprimer|enregistrer|suivre|commentaire|commentaires|aucun commentaire|laisser un commentaire|répondre|lire la suite|lire plus|en savoir plus|suite|voir plus|voir tout|tout voir|afficher plus|suivant|suivante|précédent|précédente|page suivante|page précédente|articles plus anciens|articles plus récents|retour|retour en haut|haut de page|accueil|recherche|rechercher|fermer|connexion|se connecter|inscription|s abonner|s’abonner|aller au contenu|publicité|agrandir|mots-clés|catégories|mentions légales',
    // Spanish
    'compartir|comparte|imprimir|guardar|seguir|comentario|comentarios|sin comentarios|deja un comentario|dejar un comentario|responder|leer más|seguir leyendo|más|ver más|ver todo|ver todos|mostrar más|siguiente|anterior|página siguiente|página anterior|entradas antiguas|entradas recientes|volver|volver arriba|arriba|inicio|menú|buscar|búsqueda|cerrar|iniciar sesión|ingresar|registrarse|suscribirse|suscríbete|ir al contenido|saltar al contenido|publicidad|ampliar|etiquetas|categorías|aviso legal',
    // Portuguese
    'partilhar|partilhe|compartilhar|compartilhe|guardar|salvar|seguir|comentário|comentários|sem comentários|deixe um comentário|deixar um comentário|responder|ler mais|leia mais|saiba mais|continuar a ler|continue lendo|mais|ver mais|ver tudo|ver todos|seguinte|próximo|próxima|anterior|página seguinte|página anterior|voltar|voltar ao topo|topo|início|página inicial|pesquisar|pesquisa|procurar|fechar|entrar|iniciar sessão|registar|registe-se|assinar|subscrever|saltar para o conteúdo|ir para o conteúdo|publicidade|ampliar|etiquetas|categorias',
    // Italian
    'condividi|stampa|salva|segui|commento|commenti|nessun commento|lascia un commento|rispondi|leggi tutto|leggi di più|continua a leggere|di più|altro|vedi tutto|vedi tutti|mostra tutto|avanti|successivo|successiva|precedente|indietro|torna su|cerca|ricerca|chiudi|accedi|registrati|iscriviti|vai al contenuto|pubblicità|ingrandisci|tag|categorie',
    // Dutch, Swedish, Danish, Norwegian, Finnish
    'delen|deel dit|afdrukken|volgen|reactie|reacties|geen reacties|reageer|plaats een reactie|lees meer|lees verder|meer|bekijk alles|toon alles|volgende|vorige|terug|naar boven|zoeken|sluiten|inloggen|aanmelden|advertentie',
    'dela|skriv ut|följ|kommentarer|inga kommentarer|lämna en kommentar|svara|läs mer|mer|visa alla|visa mer|nästa|föregående|tillbaka|till toppen|hem|sök|stäng|logga in|annons',
    'del|udskriv|skriv ut|kommentar|kommentarer|ingen kommentarer|læs mere|les mer|mere|vis alle|næste|neste|forrige|tilbage|tilbake|til toppen|til top|forside|hjem|søg|søk|luk|lukk|log ind|logg inn|annonce|annonse',
    'jaa|tulosta|kommentit|ei kommentteja|lue lisää|lisää|näytä kaikki|seuraava|edellinen|takaisin|etusivu|haku|hae|sulje|kirjaudu|mainos',
    // Polish, Czech, Russian, Ukrainian
    'udostępnij|drukuj|komentarze|komentarz|brak komentarzy|dodaj komentarz|odpowiedz|czytaj więcej|więcej|zobacz wszystkie|pokaż więcej|następny|następna|poprzedni|poprzednia|wstecz|do góry|strona główna|szukaj|zamknij|zaloguj|zaloguj się|reklama',
    'sdílet|tisk|komentáře|žádné komentáře|přidat komentář|odpovědět|číst více|více|zobrazit vše|další|předchozí|zpět|nahoru|domů|hledat|zavřít|přihlásit|přihlásit se|reklama',
    'поделиться|поделиться ссылкой|печать|распечатать|комментарии|комментарий|нет комментариев|оставить комментарий|ответить|читать далее|читать дальше|далее|подробнее|ещё|еще|показать все|показать ещё|следующая|следующий|предыдущая|предыдущий|вперёд|вперед|назад|наверх|главная|меню|поиск|закрыть|войти|вход|регистрация|подписаться|реклама',
    'поділитися|друк|коментарі|немає коментарів|відповісти|читати далі|більше|наступна|попередня|назад|вгору|головна|пошук|закрити|увійти|реклама',
    // Greek, Turkish, Hebrew, Arabic
    'κοινοποίηση|μοιραστείτε|εκτύπωση|σχόλια|σχολιάστε|περισσότερα|διαβάστε περισσότερα|επόμενο|προηγούμενο|πίσω|αρχική|αναζήτηση|κλείσιμο|σύνδεση|διαφήμιση',
    'paylaş|yazdır|yorum|yorumlar|yorum yap|cevapla|devamını oku|daha fazla|tümünü gör|sonraki|önceki|geri|ana sayfa|anasayfa|ara|kapat|giriş|giriş yap|reklam',
    'שתף|שתפו|שיתוף|הדפסה|תגובות|תגובה|אין תגובות|הוסף תגובה|השב|קרא עוד|המשך קריאה|עוד|הצג הכל|הבא|הקודם|חזרה|למעלה|דף הבית|ראשי|תפריט|חיפוש|סגור|התחברות|כניסה|פרסומת',
    'شارك|مشاركة|طباعة|تعليقات|تعليق|لا توجد تعليقات|أضف تعليقا|رد|اقرأ المزيد|المزيد|عرض الكل|التالي|السابق|رجوع|الرئيسية|القائمة|بحث|إغلاق|تسجيل الدخول|إعلان',
    // Chinese, Japanese, Korean
    '分享|分享到|打印|评论|评论数|暂无评论|发表评论|回复|阅读更多|阅读全文|更多|查看全部|下一页|上一页|下一篇|上一篇|返回|返回顶部|首页|菜单|搜索|关闭|登录|注册|广告|留言|閱讀更多|繼續閱讀|下一頁|上一頁|首頁|選單|搜尋|關閉|登入|廣告|列印|評論|回覆',
    '共有|シェア|シェアする|印刷|コメント|コメントする|コメントなし|返信|続きを読む|もっと見る|もっと読む|すべて見る|次へ|前へ|次のページ|前のページ|次の記事|前の記事|戻る|トップへ戻る|ホーム|メニュー|検索|閉じる|ログイン|広告|関連記事',
    '공유|공유하기|인쇄|댓글|댓글 쓰기|답글|더보기|더 보기|전체보기|다음|이전|다음 글|이전 글|뒤로|맨 위로|홈|메뉴|검색|닫기|로그인|광고',
    // Headings of lists, and badges: they say what a box is for.
    "now playing|up next|exclusive|breaking|breaking news|live|new|related|related articles|related content|related stories|related posts|related links|more stories|more news|top stories|latest|latest news|latest stories|recent posts|most popular|most popular stories|most read|trending|trending now|popular stories|recommended|recommended for you|you may like|you may also like|you might also like|editor's pick|editor's picks|editors picks|read also|see also|our partners|partners|sponsors|about the author",
    'auch interessant|mehr zum thema|das könnte sie auch interessieren|lesen sie auch|ähnliche artikel|verwandte artikel|meistgelesen|unsere partner|partner|sponsoren',
    "à lire aussi|lire aussi|articles liés|articles similaires|les plus lus|nos partenaires|partenaires|à propos de l'auteur",
    'te puede interesar|también te puede interesar|artículo relacionado|artículos relacionados|noticias relacionadas|relacionados|lo más leído|lo más visto|nuestros aliados|nuestros socios|patrocinadores',
    'leia também|artigos relacionados|notícias relacionadas|mais lidas|parceiros|os nossos parceiros|patrocinadores',
    'leggi anche|articoli correlati|i più letti|i nostri partner',
    'lees ook|gerelateerde artikelen|meest gelezen|läs också|mest läst|læs også|les også|mest lest|czytaj także|przeczytaj także|čtěte také|читайте также|похожие статьи|популярное|партнёры|партнеры|наши партнеры',
    '相关文章|相关阅读|推荐阅读|热门文章|合作伙伴|相關文章|推薦閱讀|関連書籍|関連リンク|関連コンテンツ|おすすめ|おすすめ記事|人気記事|お得な情報|注目コンテンツ|관련 기사|추천 기사|인기 기사',
  ].flatMap((line) => line.split('|')),
);

/** Longer texts are prose. */
const MAX_PHRASE = 60;

/** Beginnings that only lines of the interface have, in any position of counters. */
const LINE =
  /^(?:(?:blog )?comments powered by|powered by|proudly powered|copyright ?[©\d(]|©|\(c\) ?\d|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos|todos os direitos|tutti i diritti|все права защищены)/i;

/** An arrow at the beginning or the end: a pager names the next page so. Quotation marks come in pairs. */
const ARROW = /^[←→⟵⟶◀▶]|[←→⟶▶]$|^[«‹»›][^«»‹›]*$|^[^«»‹›]*[»›]$/;

/** Nothing but digits, signs and blanks, such as `3`, `(4)`, `1 / 12`, `|`. */
const NO_LETTERS = /^[^\p{L}]*$/u;

const ENDS = /^[^\p{L}]+|[^\p{L}+]+$/gu;

/** `By Name Surname`, perhaps with what they are: who wrote a text is not what an image shows. */
const BYLINE =
  /^(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa]f|[Aa]v|[Оо]т)\s+\p{Lu}[\p{L}.'’-]*(?:\s+\p{Lu}[\p{L}.'’-]*){1,3}(?:$|[\s|,•·–—-])/u;
const MAX_BYLINE = 80;

/** Whether a text names the author of a page. */
export function isByline(text: string): boolean {
  return text.length <= MAX_BYLINE && BYLINE.test(text);
}

/** Whether a text is one that only the interface of a site has: a button, a pager, a counter. */
export function isInterfaceText(text: string): boolean {
  if (text.length > MAX_PHRASE) return LINE.test(text);
  if (NO_LETTERS.test(text) || LINE.test(text)) return true;
  if (ARROW.test(text.trim())) return true;
  return PHRASES.has(text.replace(ENDS, '').toLowerCase());
}
