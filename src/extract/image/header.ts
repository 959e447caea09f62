// What every format reader gives: size, frames and where the embedded metadata lies.

/** The MIME types Pinakes recognises from the bytes of an image. */
export type ImageMime =
  | 'image/jpeg'
  | 'image/png'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/heic'
  | 'image/heif'
  | 'image/bmp'
  | 'image/x-icon'
  | 'image/tiff'
  | 'image/svg+xml';

/** Embedded metadata as views into the image, not yet interpreted. */
export interface MetadataBlocks {
  /** A TIFF structure with EXIF tags, starting at its byte order mark. */
  exif?: Uint8Array;
  /** An XMP packet (RDF/XML). */
  xmp?: Uint8Array;
  /** Photoshop image resources, one of which may hold IPTC data. */
  photoshop?: Uint8Array;
  /** IPTC data sets without the Photoshop wrapping, as TIFF files hold them. */
  iptc?: Uint8Array;
}

/** What the header of an image says, as stored: orientation is not applied. */
export interface ImageHeader {
  readonly width: number;
  readonly height: number;
  /** Frames of an animation or pages of a TIFF; at least 1. */
  readonly frames: number;
  /** The bytes end before the format says they should. */
  readonly truncated: boolean;
  /** EXIF orientation 1 to 8 where the container itself declares one. */
  readonly orientation?: number;
  readonly blocks: MetadataBlocks;
  /** What the picture shows where that is no picture: only drawings tell it without being decoded. */
  readonly shows?: 'nothing' | 'one-colour' | 'font';
}

/** Why a header gives no size: the bytes end inside it, or it contradicts its format. */
export type HeaderFault = 'truncated-header' | 'bad-header';

/** What a format reader answers; it never throws and never reads outside the view. */
export type HeaderReading = ImageHeader | HeaderFault;
