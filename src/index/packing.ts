// Compression of small rows: deflate with a dictionary of what such rows hold, and an engine that is used again.
import zlib from 'node:zlib';

/** How a packed row starts: not compressed, or compressed with the dictionary below. */
const PLAIN = 0;
const DEFLATED = 1;

/**
 * What URLs, page titles and captions of six languages are full of; what is most frequent stands last, where
 * it costs least. Part of the format: a change needs another number beside `DEFLATED`.
 */
const DICTIONARY = Buffer.from(
  [
    'photograph illustration portrait logo banner thumbnail gallery album slideshow wallpaper screenshot ',
    'Fotografia Imagem Ilustração Notícias Página inicial Início Presidente Câmara Municipal Universidade Escola ',
    'Fotografía Imagen Noticias Página principal Ayuntamiento Universidad Gobierno Ministerio ',
    'Photographie Actualités Accueil Ville de Musée Université Mairie Président ',
    'Startseite Bilder Nachrichten Stadt Universität Museum und der die das mit für von ',
    'Fotografia Immagine Notizie Comune di Università Museo della delle degli ',
    'News Home Welcome to the University of Museum President Government City Festival Football Championship ',
    'index.php?id= index.html default.asp?page= article view.aspx?id= /wp-content/uploads/20 /sites/default/files/styles/ ',
    'image/svg+xml image/webp image/png image/gif image/jpeg exif figcaption siblings ',
    'static/media/assets/img/ /images/stories/ /images/photos/ /imagens/noticias/ /fotos/ /thumbs/ /2005/ /2010/ /2015/ /2020/ ',
    'https://pt.wikipedia.org/wiki/ .blogspot.com/ .wordpress.com/ .gov.pt/ .edu/ .co.uk/ .de/ .fr/ .es/ .it/ .br/ .net/ .org/ ',
    ' em que para com uma dos das por não os as le la les des une sur dans est et en el los las del ',
    ' of in and on for with from at the a o e de da do https://www. .pt/ .com/ .html .png .gif .JPG http://www. .jpg',
  ].join(''),
);

/** Packs bytes for storage. The result is the caller's own. */
export function pack(bytes: Buffer): Buffer {
  const deflated = bytes.length < 24 ? undefined : deflate(bytes);
  if (deflated === undefined || deflated.length >= bytes.length) {
    const plain = Buffer.allocUnsafe(bytes.length + 1);
    plain[0] = PLAIN;
    bytes.copy(plain, 1);
    return plain;
  }
  const packed = Buffer.allocUnsafe(deflated.length + 1);
  packed[0] = DEFLATED;
  deflated.copy(packed, 1);
  return packed;
}

/** What was packed. Throws a `RangeError` for bytes that `pack` cannot have made. */
export function unpack(packed: Buffer): Buffer {
  if (packed[0] === PLAIN) return packed.subarray(1);
  if (packed[0] !== DEFLATED) throw new RangeError('the row is not packed in a known way');
  return inflate(packed);
}

/** The parts of node:zlib's engine that are used; as in `archive/read/inflate.ts`. */
interface Engine {
  readonly _handle: {
    writeSync(
      flush: number,
      input: Uint8Array,
      inputStart: number,
      inputLength: number,
      output: Uint8Array,
      outputStart: number,
      outputLength: number,
    ): void;
    reset(): void;
    onerror: (message: string) => void;
  };
  readonly _writeState: Uint32Array;
}

// Rows are small: a small window and small tables make an engine quick to reset.
const SETTINGS = { dictionary: DICTIONARY, level: 6, windowBits: 12, memLevel: 5 };
const ROOM = Buffer.allocUnsafe(64 * 1024);
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

let failure: string | undefined;
const engines = openEngines();

/** A view of what `bytes` become, valid until the next call. */
function deflate(bytes: Buffer): Buffer {
  if (engines === undefined || bytes.length > ROOM.length / 2) {
    return zlib.deflateRawSync(bytes, SETTINGS);
  }
  const { _handle: handle, _writeState: state } = engines.deflate;
  handle.reset();
  handle.writeSync(zlib.constants.Z_FINISH, bytes, 0, bytes.length, ROOM, 0, ROOM.length);
  return ROOM.subarray(0, ROOM.length - (state[0] ?? 0));
}

function inflate(packed: Buffer): Buffer {
  if (engines !== undefined) {
    const { _handle: handle, _writeState: state } = engines.inflate;
    failure = undefined;
    handle.reset();
    handle.writeSync(zlib.constants.Z_FINISH, packed, 1, packed.length - 1, ROOM, 0, ROOM.length);
    const left = state[0] ?? 0;
    if (failure === undefined && left > 0) return Buffer.from(ROOM.subarray(0, ROOM.length - left));
  }
  try {
    const limits = { maxOutputLength: MAX_UNPACKED_BYTES };
    return zlib.inflateRawSync(packed.subarray(1), { ...SETTINGS, ...limits });
  } catch (cause) {
    throw new RangeError('the row cannot be unpacked', { cause });
  }
}

/** Engines whose inner parts are there and behave; otherwise the public calls do, three times slower. */
function openEngines(): { readonly deflate: Engine; readonly inflate: Engine } | undefined {
  try {
    // Inner parts of node:zlib, tried on a known text below.
    const deflater = zlib.createDeflateRaw(SETTINGS) as unknown as Engine;
    const inflater = zlib.createInflateRaw(SETTINGS) as unknown as Engine;
    for (const { _handle: handle } of [deflater, inflater]) {
      handle.onerror = (message) => {
        failure = message;
      };
    }
    const text = Buffer.from('http://www.example.org/images/photos/1.jpg http://www.example.org/');
    const room = Buffer.alloc(200);
    for (let round = 0; round < 2; round++) {
      deflater._handle.reset();
      deflater._handle.writeSync(zlib.constants.Z_FINISH, text, 0, text.length, room, 0, 100);
      const size = 100 - (deflater._writeState[0] ?? 0);
      inflater._handle.reset();
      inflater._handle.writeSync(zlib.constants.Z_FINISH, room, 0, size, room, 100, 100);
      if (!room.subarray(100, 100 + text.length).equals(text)) return undefined;
    }
    return { deflate: deflater, inflate: inflater };
  } catch {
    return undefined; // another Node with other inner parts
  }
}
