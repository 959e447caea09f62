// The inside of a measured process; by hand, to look into a profile:
//   node --cpu-prof bench/data/built/subjects/main.js parse-pinakes '{"file":"bench/data/bench.warc.gz"}'
import { startUsage } from './usage.ts';

const [, , name = '', args = '{}'] = process.argv;
const subject = await import(`./${name}.js`);
const work = await subject.prepare(JSON.parse(args));
const usage = startUsage();
const result = await work();
console.log(JSON.stringify({ ...usage(), result }));
