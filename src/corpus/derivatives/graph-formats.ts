// Graphs of domains in the formats that Gephi and other programs read: GEXF and GraphML, a line at a time.

/** A graph whose lines can be read more than once: nodes are names, edges `from<tab>to<tab>weight`. */
export interface GraphLines {
  nodes(): AsyncIterable<string>;
  edges(): AsyncIterable<string>;
}

/** How a format writes a graph. All texts are escaped already. */
export interface GraphFormat {
  readonly ending: string;
  readonly head: string;
  readonly node: (name: string) => string;
  /** Stands between nodes and edges. */
  readonly middle: string;
  readonly edge: (from: string, to: string, weight: string, number: number) => string;
  readonly tail: string;
}

/** GEXF 1.3. */
export const GEXF: GraphFormat = {
  ending: 'gexf',
  head: `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
<graph mode="static" defaultedgetype="directed">
<nodes>
`,
  node: (name) => `<node id="${name}" label="${name}"/>\n`,
  middle: '</nodes>\n<edges>\n',
  edge: (from, to, weight, number) =>
    `<edge id="${number}" source="${from}" target="${to}" weight="${weight}"/>\n`,
  tail: '</edges>\n</graph>\n</gexf>\n',
};

/** GraphML 1.0. */
export const GRAPHML: GraphFormat = {
  ending: 'graphml',
  head: `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="label" for="node" attr.name="label" attr.type="string"/>
<key id="weight" for="edge" attr.name="weight" attr.type="long"/>
<graph edgedefault="directed">
`,
  node: (name) => `<node id="${name}"><data key="label">${name}</data></node>\n`,
  middle: '',
  edge: (from, to, weight) =>
    `<edge source="${from}" target="${to}"><data key="weight">${weight}</data></edge>\n`,
  tail: '</graph>\n</graphml>\n',
};

/** The text of a graph, piece by piece. */
export async function* writeGraph(format: GraphFormat, graph: GraphLines): AsyncGenerator<string> {
  yield format.head;
  for await (const name of graph.nodes()) yield format.node(escapeXml(name));
  yield format.middle;
  let number = 0;
  for await (const line of graph.edges()) {
    const [from = '', to = '', weight = '0'] = line.split('\t');
    yield format.edge(escapeXml(from), escapeXml(to), weight, number++);
  }
  yield format.tail;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
