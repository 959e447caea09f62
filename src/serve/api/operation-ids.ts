// Names of operations in the OpenAPI document, which generators of clients make methods of.

const METHODS = new Set(['get', 'head', 'post', 'put', 'patch', 'delete']);

/** Paths with a name for each of their operations. */
export function withOperationIds<Paths extends object>(paths: Paths): Paths {
  const named = Object.entries(paths).map(([path, item]: [string, object]) => {
    const operations = Object.entries(item).map(([method, operation]: [string, object]) => [
      method,
      METHODS.has(method) ? { operationId: toOperationId(method, path), ...operation } : operation,
    ]);
    return [path, Object.fromEntries(operations)];
  });
  // The same paths and operations, with one more member each.
  return Object.fromEntries(named) as Paths;
}

/**
 * The name of an operation.
 *
 * @example toOperationId('get', '/api/v1/images/{id}/pages') // getImagesByIdPages
 */
export function toOperationId(method: string, path: string): string {
  const parts = path
    .replace(/^\/api\/v1(?=\/)/, '')
    .split('/')
    .filter(Boolean);
  const words = parts.flatMap((part) => {
    const parameter = /^\{(\w+)\}$/.exec(part)?.[1];
    return parameter === undefined ? part.split(/\W+/) : ['by', parameter];
  });
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
