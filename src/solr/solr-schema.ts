// The configuration of a collection, made from the table of fields: Solr gets our words and analyses nothing.
import { createHash } from 'node:crypto';
import { MAX_MAP_LEVEL } from '../model/map-grid.ts';
import { PAPER_PROFILE } from '../model/ranking.ts';

/** Fields by type; a name with `*` is a dynamic field. */
const FIELDS: readonly (readonly [name: string, type: string, attributes?: string])[] = [
  ['_version_', 'long', 'indexed="false"'],
  // Pictures lie together: the part before `!` says on which shard.
  ['key', 'string', 'required="true"'],
  // `image`, or `state` for the one document that counts generations.
  ['role', 'string', 'docValues="false"'],
  ['generation', 'long', 'stored="true"'],
  ['writer', 'string', 'stored="true" indexed="false"'],
  // The document as Pinakes made it; all else is there to find and to count.
  ['document', 'text', 'indexed="false" docValues="false" stored="true"'],
  ['id', 'string'],
  ['digest', 'string'],
  ['surt', 'string'],
  ['time', 'long'],
  ['lastTime', 'long'],
  // Minutes, as `toTakenCode` has them.
  ['taken', 'long'],
  ['width', 'int'],
  ['height', 'int'],
  ['area', 'long'],
  ['orientation', 'string', 'docValues="false"'],
  ['nsfw', 'double'],
  // Starts of `example.org` and `www.example.org`, but not of `org`, which `site:` finds all the same.
  ['domain', 'string', 'multiValued="true" docValues="false"'],
  ['tld', 'string', 'docValues="false"'],
  ['latitude', 'double'],
  ['longitude', 'double'],
  ['sure', 'double'],
  ['placeKey', 'string', 'multiValued="true" docValues="false"'],
  // Sorts the surest place first, and names its document.
  ['surest', 'string', 'indexed="false"'],
  ['picture', 'string'],
  ['picturePlace', 'int'],
  ['look', 'string', 'indexed="false"'],
  ['lookPiece', 'int', 'multiValued="true" docValues="false"'],
  ['spoken', 'string', 'multiValued="true"'],
  // Language, stem and word, for the words of a stem.
  ['stemmed', 'string', 'multiValued="true"'],
  ['textLanguage', 'string', 'multiValued="true"'],
  ['textsIn_*', 'int', 'indexed="false"'],
  ['cell_*', 'long', 'indexed="false"'],
  ['facet_*', 'string', 'multiValued="true"'],
  ['length_*', 'int'],
  ['prior_*', 'double', 'indexed="false"'],
  // Words of all fields, for finding; words by field, for the score.
  ['words', 'words', 'omitNorms="true"'],
  ['words_*', 'words'],
];

/** Levels of a map that cells are kept for. */
export const CELL_LEVELS: readonly number[] = Array.from(
  { length: MAX_MAP_LEVEL + 1 },
  (_, level) => level,
);

const SCHEMA = `<?xml version="1.0" encoding="UTF-8"?>
<schema name="pinakes" version="1.7">
  <uniqueKey>key</uniqueKey>
  <similarity class="solr.SchemaSimilarityFactory"/>
  <fieldType name="words" class="solr.PreAnalyzedField" parserImpl="org.apache.solr.schema.SimplePreAnalyzedParser">
    <similarity class="solr.BM25SimilarityFactory"><float name="k1">${PAPER_PROFILE.k1}</float><float name="b">${PAPER_PROFILE.b}</float></similarity>
  </fieldType>
  <fieldType name="text" class="solr.StrField"/>
  <fieldType name="string" class="solr.StrField" docValues="true" stored="false" useDocValuesAsStored="true"/>
  <fieldType name="int" class="solr.IntPointField" docValues="true" stored="false"/>
  <fieldType name="long" class="solr.LongPointField" docValues="true" stored="false"/>
  <fieldType name="double" class="solr.DoublePointField" docValues="true" stored="false"/>
${FIELDS.map(toField).join('\n')}
</schema>
`;

function toField([name, type, attributes = '']: (typeof FIELDS)[number]): string {
  const element = name.includes('*') ? 'dynamicField' : 'field';
  const stored = type === 'words' ? ' stored="false" termVectors="false"' : '';
  return `  <${element} name="${name}" type="${type}"${stored} ${attributes}/>`;
}

const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<config>
  <luceneMatchVersion>9.12</luceneMatchVersion>
  <directoryFactory name="DirectoryFactory" class="solr.NRTCachingDirectoryFactory"/>
  <schemaFactory class="ClassicIndexSchemaFactory"/>
  <!-- Counts of words over all shards, so that the number of shards does not change the order. -->
  <statsCache class="org.apache.solr.search.stats.ExactStatsCache"/>
  <updateHandler class="solr.DirectUpdateHandler2">
    <updateLog/>
    <!-- Pinakes says when changes are to be found; until then they are only kept safe. -->
    <autoCommit><maxTime>\${solr.autoCommit.maxTime:15000}</maxTime><openSearcher>false</openSearcher></autoCommit>
  </updateHandler>
  <query>
    <filterCache size="256" autowarmCount="0"/>
    <queryResultCache size="256" autowarmCount="0"/>
    <maxBooleanClauses>\${solr.max.booleanClauses:1024}</maxBooleanClauses>
  </query>
  <requestHandler name="/select" class="solr.SearchHandler"/>
  <requestHandler name="/query" class="solr.SearchHandler"/>
</config>
`;

/** The files of the configuration. */
export const CONFIGURATION: Readonly<Record<string, string>> = {
  'schema.xml': SCHEMA,
  'solrconfig.xml': SETTINGS,
};

/** The name of the configuration, which changes with what is in it. */
export const CONFIGURATION_NAME = `pinakes-${createHash('sha256')
  .update(JSON.stringify(CONFIGURATION))
  .digest('hex')
  .slice(0, 12)}`;
