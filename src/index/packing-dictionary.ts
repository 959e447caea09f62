// The preset dictionary of packed texts.

/**
 * Invented titles, captions and URLs, what is most frequent at the end: deflate refers to what is near with fewer bits.
 * Short on purpose, since it is read anew for each row: four times as much makes rows 4 % smaller and packing half again
 * as slow (decision 012). Part of the format: a row can only be read with the dictionary it was packed with, so a
 * change needs another kind of packing.
 */
export const DICTIONARY = Buffer.from(
  [
    'thumbnail photo picture image icon banner button logo background header footer arrow left right small large',
    'Home page - Welcome to our website | News, sports, weather and entertainment',
    'Click here to see a larger image. Photo by John Smith, all rights reserved',
    'http://fotos.example.pt/album/album.php?cat=3&foto=17',
    'http://news.example.co.uk/sport/football/teams/article-31415.stm',
    'https://cdn.example.io/media/cache/product/original/DSC01987.JPG',
    'http://www.example.gov.pt/servicos/documentos/relatorio2003.htm',
    'http://upload.example.org/commons/thumb/4/4a/Castelo_de_Guimaraes.jpg/220px-Castelo_de_Guimaraes.jpg',
    'http://www.example.it/foto/notizie/la-piazza-del-comune.aspx?page=12',
    'http://www.example.de/bilder/stadt/kirche-und-rathaus.html',
    'http://www.example.fr/sites/default/files/styles/large/public/musee-du-chateau.gif',
    'http://www.example.es/archivo/fotografias/2007/el-ayuntamiento-de-la-ciudad.png',
    'https://blog.example.com.br/2009/11/fotos-da-praia.html?id=45678&view=full',
    'https://static.example.net/wp-content/uploads/2016/08/festival-de-musica-800x600.jpeg',
    'http://example.org/~user/pictures/index.html',
    'http://www.example.com/images/photos/gallery/thumbs/img_0123.jpg',
    'https://www.example.pt/imagens/noticias/2012/05/presidente-da-republica-visita-lisboa.jpg',
  ].join('\n'),
);
