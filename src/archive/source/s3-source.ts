// Archives in S3 and services that speak its language: signed range requests, listing of prefixes.
import { AwsV4Signer } from 'aws4fetch';
import { PinakesError } from '../../support/errors.ts';
import { type HttpSourceOptions, openRemote } from './http-source.ts';
import type { RemoteTarget, SignRequest } from './http-source-request.ts';
import { type Environment, readCredentials, type S3Credentials } from './s3-source-credentials.ts';
import { encodeStrictly, type ListedObject, listObjects } from './s3-source-list.ts';
import type { ByteSource } from './source.ts';

/** Options of S3 sources. */
export interface S3Options extends HttpSourceOptions {
  /** Sends unsigned requests, for public buckets; default false. */
  readonly anonymous?: boolean;
  /** Objects a listing may hold before it is refused; default 1,000,000. */
  readonly maxObjects?: number;
  /** Where credentials, region and endpoint are looked up; default `process.env`. */
  readonly env?: Environment;
}

/** An S3 address in its parts. */
export interface S3Address {
  readonly bucket: string;
  /** Key of an object, or a prefix; `''` for the whole bucket. */
  readonly key: string;
}

/**
 * Opens an object, `s3://bucket/key`. Credentials come from AWS_ACCESS_KEY_ID and its companions
 * or the shared credentials file, the region from AWS_REGION; AWS_ENDPOINT_URL points at another
 * service.
 */
export async function openS3(address: string, options: S3Options = {}): Promise<ByteSource> {
  const { bucket, key } = parseS3Address(address);
  if (key === '') throw badAddress(address, 'a bucket, not an object');
  const place = await placeOf(address, options);
  const url = new URL(`${bucketUrl(bucket, place)}/${encodeStrictly(key).replaceAll('%2F', '/')}`);
  if (decodeURIComponent(url.pathname).endsWith(`/${key}`)) {
    return openRemote(targetOf(url, address, place), options);
  }
  // URLs drop such segments, so a request for this key would reach another object.
  throw badAddress(address, 'a key with . or .. between slashes cannot be addressed');
}

/** Lists the objects under a prefix, `s3://bucket/prefix`, in the order of their keys. */
export async function listS3(address: string, options: S3Options = {}): Promise<ListedObject[]> {
  const { bucket, key } = parseS3Address(address);
  const place = await placeOf(address, options);
  const url = new URL(bucketUrl(bucket, place));
  return listObjects(targetOf(url, address, place), key, options);
}

/** Takes an S3 address apart; throws when it is none. */
export function parseS3Address(address: string): S3Address {
  const [, bucket, key = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/s.exec(address) ?? [];
  if (bucket === undefined || !/^[a-z0-9][a-z0-9._-]{1,254}$/i.test(bucket)) {
    throw badAddress(address, 'not an address of the form s3://bucket/key');
  }
  return { bucket, key };
}

/** Where requests go and how they are signed. */
interface Place {
  readonly region: string;
  /** Base URL of another service; `''` for AWS itself. */
  readonly endpoint: string;
  readonly credentials: S3Credentials | undefined;
}

async function placeOf(address: string, options: S3Options): Promise<Place> {
  const env = options.env ?? process.env;
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  const endpoint = (env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || '').replace(/\/$/, '');
  if (endpoint !== '' && !/^https?:\/\/[^/@]+(\/|$)/i.test(endpoint)) {
    throw badAddress(address, 'AWS_ENDPOINT_URL is not a web address');
  }
  if (options.anonymous) return { region, endpoint, credentials: undefined };
  const credentials = await readCredentials(env);
  if (credentials === undefined) throw new PinakesError('S3_CREDENTIALS', { url: address });
  return { region, endpoint, credentials };
}

function bucketUrl(bucket: string, { region, endpoint }: Place): string {
  if (endpoint !== '') return `${endpoint}/${bucket}`;
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  // AWS's certificates cover one label, so a bucket with dots cannot be part of the host name.
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

function targetOf(url: URL, address: string, place: Place): RemoteTarget {
  return {
    url,
    name: address,
    ...(place.credentials && { sign: signer(place.credentials, place.region) }),
    explain: (headers) => {
      const region = headers['x-amz-bucket-region'];
      if (region === undefined || region === place.region) return '';
      return `the bucket is in region ${region}: set AWS_REGION`;
    },
  };
}

function signer(credentials: S3Credentials, region: string): SignRequest {
  const cache = new Map<string, ArrayBuffer>(); // the signing key of the day
  return async (url, headers) => {
    // Other headers stay unsigned: some services change them on the way (Accept-Encoding).
    const request = { service: 's3', region, url: url.href, cache, ...credentials };
    const signed = await new AwsV4Signer(request).sign();
    return { ...headers, ...Object.fromEntries(signed.headers) };
  };
}

function badAddress(address: string, detail: string): PinakesError {
  return new PinakesError('INPUT_UNREADABLE', { input: address, detail });
}
