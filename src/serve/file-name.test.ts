import { expect, it } from 'vitest';
import { createShowFile, toFileName } from './file-name.ts';

it.each([
  ['/home/somebody/archives/a.warc.gz', 'a.warc.gz'],
  ['C:\\archives\\a.warc', 'a.warc'],
  ['a.warc.gz', 'a.warc.gz'],
  ['/data/x.wacz#archive/data.warc.gz', 'x.wacz#archive/data.warc.gz'],
  ['https://host.example/path/a.warc.gz?signature=secret', 'a.warc.gz'],
  ['s3://bucket/folder/a.warc.gz', 'a.warc.gz'],
  ['/odd/name?with#signs.warc', 'name?with#signs.warc'],
  ['', ''],
])('%s is told as %s', (file, name) => {
  expect(toFileName(file)).toBe(name);
  expect(createShowFile(false)(file)).toBe(name);
  expect(createShowFile(true)(file)).toBe(file);
});
