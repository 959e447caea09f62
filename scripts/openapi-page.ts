// The file docs/openapi.json: the API as the server describes it, without a library and without a socket.
import { createApp } from '../src/serve/app.ts';
import { plainTemplate } from '../src/serve/html/template.ts';
import { createKeptAnswers } from '../src/serve/kept-answers.ts';
import { createMetrics } from '../src/serve/operation/metrics.ts';
import type { ServerParts } from '../src/serve/parts.ts';
import type { QueryPool } from '../src/serve/query/query-pool.ts';
import { toSettings } from '../src/serve/settings.ts';

const MAX_LINE = 100;

/** The text of docs/openapi.json. */
export async function toOpenApiPage(version: string): Promise<string> {
  const nobody: QueryPool = {
    ask: () => Promise.reject(new Error('nobody asks')),
    load: { waiting: 0, running: 0, timeouts: 0 },
    close: async () => {},
  };
  const parts: ServerParts = {
    settings: toSettings({ libraryFolder: '', webFolder: '' }),
    queries: nobody,
    background: nobody,
    // Routes are described here and answered nowhere.
    reader: {} as ServerParts['reader'],
    crawls: {} as ServerParts['crawls'],
    kept: createKeptAnswers(),
    metrics: createMetrics(),
    template: plainTemplate,
    version,
  };
  const app = await createApp(parts);
  try {
    await app.ready();
    return `${print(app.swagger(), '', 0)}\n`;
  } finally {
    await app.close();
  }
}

/** JSON as the formatter of this project writes it: short lists of plain values on one line. */
function print(value: unknown, indent: string, before: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const isPlain = value.every((item) => typeof item !== 'object' || item === null);
    if (value.length === 0 || (isPlain && before + line.length < MAX_LINE)) return line;
    const items = value.map((item) => inner + print(item, inner, inner.length));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, item]) => {
    const start = `${inner}${JSON.stringify(name)}: `;
    return start + print(item, inner, start.length);
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
