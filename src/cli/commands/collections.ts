// `pinakes collections`: what the collections of a library are called, who may see them, and from when on.
import type { Library } from '../../index/index.ts';
import type { CollectionAccess, CollectionSettings } from '../../pipeline/collection-settings.ts';
import { PinakesError } from '../../support/errors.ts';
import { type Context, defineCommand, type ExitCode } from '../command.ts';
import { forWriting, LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';

/** The default first. */
const ACCESS = ['public', 'token', 'hidden'] as const satisfies readonly CollectionAccess[];

const FLAGS = {
  library: LIBRARY_FLAG,
  title: {
    type: 'string',
    placeholder: 'TEXT',
    sources: [],
    help: 'name for people',
  },
  description: {
    type: 'string',
    placeholder: 'TEXT',
    sources: [],
    help: 'what is in it',
  },
  access: {
    type: 'choice',
    choices: ACCESS,
    placeholder: 'WHO',
    sources: [],
    help: 'who may see it on a server: everyone, clients with its token, or only the operator',
  },
  newToken: {
    type: 'boolean',
    sources: [],
    help: 'create a new token; the old one becomes invalid',
  },
  embargo: {
    type: 'duration',
    placeholder: 'SPAN',
    sources: [],
    help: 'hide captures younger than this, in whole days, such as 90d or 2y; 0d for none',
  },
} as const;

const ARGUMENTS = {
  action: { choices: ['list', 'set', 'publish', 'withdraw'], required: true, help: 'what to do' },
  name: { help: 'name of the collection', repeatable: true },
} as const;

type CollectionsContext = Context<typeof FLAGS, typeof ARGUMENTS>;

/** Settings of collections. */
export const collections = defineCommand({
  name: 'collections',
  summary: 'describe, restrict, hide and publish collections',
  description: `list: show collections and their settings. set: change the settings given as flags, in one step; the collection need
not exist yet, so that it can be restricted before anything is ingested. withdraw: hide collections from
everyone but the operator of the server. publish: make everything in them visible at once.

Servers apply changes at once, on every route: search, facets, suggestions, maps, feeds, images and their bytes, replay, /cdx and exports. A
token is printed once, when \`--access token\` or --new-token creates it; clients send it as \`Authorization: Bearer TOKEN\`, people
enter it as the password at /sign-in. The operator token opens all collections.`,
  examples: [
    {
      does: 'Hide a collection while it is built',
      line: 'pinakes collections withdraw 2026 --library my-library',
    },
    {
      does: 'Show it when it is complete',
      line: 'pinakes collections publish 2026 --library my-library',
    },
    {
      does: 'For readers with a token, without the last year',
      line: 'pinakes collections set press --access token --embargo 1y --title "Press photographs" --library my-library',
    },
  ],
  arguments: ARGUMENTS,
  flags: FLAGS,
  async run(context) {
    const { args, flags, host } = context;
    const folder = libraryFolder(host, flags.library, 'collections');
    const isListed = args.action === 'list';
    if (isListed === args.name.length > 0) {
      throw wrongUse(isListed ? 'list takes no names.' : `${args.action} needs a collection.`);
    }
    const isChange = CHANGES.some((flag) => flags[flag] !== undefined) || flags.newToken;
    if (args.action === 'set' && !isChange) {
      throw wrongUse('Nothing to set is given: see pinakes help collections.');
    }
    if (args.action !== 'set' && isChange) throw wrongUse(`${args.action} takes no settings.`);
    if (args.name.some((name) => name.trim() === '')) throw wrongUse('A collection has a name.');
    return isListed
      ? useLibrary(folder, {}, (library) => list(library, context))
      : useLibrary(folder, forWriting(), (library) => change(library, context));
  },
});

const DAY_MS = 86_400_000;
const CHANGES = ['title', 'description', 'access', 'embargo'] as const;

async function list(library: Library, { flags, output }: CollectionsContext): Promise<ExitCode> {
  const { collectionSettingsOf } = await import('../../pipeline/collection-settings.ts');
  const names = library.files.collections();
  const all = names.map((name) => toShown(library, name, collectionSettingsOf(library, name)));
  if (flags.json) await output.json({ collections: all });
  else await output.lines(all.map(toLine));
  return all.length === 0 ? 1 : 0;
}

async function change(library: Library, context: CollectionsContext): Promise<ExitCode> {
  const { args, flags, output } = context;
  const { changeCollection } = await import('../../pipeline/collection-settings.ts');
  const changed: Shown[] = [];
  for (const name of args.name) {
    const { settings, token } = await toChange(library, name, context);
    const whole = changeCollection(library, name, settings);
    changed.push({ ...toShown(library, name, whole), ...(token !== undefined && { token }) });
  }
  if (flags.json) await output.json({ collections: changed });
  else await output.lines(changed.map(toLine));
  return 0;
}

/** What a command line changes of a collection, and the token that it makes. */
async function toChange(
  library: Library,
  name: string,
  { args, flags }: CollectionsContext,
): Promise<{ readonly settings: Partial<CollectionSettings>; readonly token?: string }> {
  if (args.action !== 'set') return { settings: { isPublished: args.action === 'publish' } };
  const { collectionSettingsOf } = await import('../../pipeline/collection-settings.ts');
  const { tokenHash } = collectionSettingsOf(library, name);
  const settings = {
    ...(flags.title !== undefined && { title: flags.title }),
    ...(flags.description !== undefined && { description: flags.description }),
    ...(flags.access !== undefined && { access: flags.access }),
    ...(flags.embargo !== undefined && { embargoDays: Math.ceil(flags.embargo / DAY_MS) }),
  };
  const isNew = flags.newToken || (flags.access === 'token' && tokenHash === '');
  if (!isNew) return { settings };
  const { createHash, randomBytes } = await import('node:crypto');
  const token = randomBytes(24).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  return { settings: { ...settings, tokenHash: hash }, token };
}

interface Shown {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly access: CollectionSettings['access'];
  readonly embargoDays: number;
  readonly isPublished: boolean;
  readonly files: number;
  readonly token?: string;
}

function toShown(library: Library, name: string, settings: CollectionSettings): Shown {
  const { title, description, access, embargoDays, isPublished } = settings;
  const files = library.files.list(name).length;
  return { name, title, description, access, embargoDays, isPublished, files };
}

function toLine({ name, title, access, embargoDays, isPublished, files, token }: Shown): string {
  const said = [
    `${files} files`,
    isPublished ? access : 'withdrawn',
    ...(embargoDays > 0 ? [`embargo of ${embargoDays} days`] : []),
    ...(title === '' ? [] : [title]),
    ...(token === undefined ? [] : [`token ${token}`]),
  ];
  return `${name}\t${said.join('\t')}`;
}

function wrongUse(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'collections', detail });
}
