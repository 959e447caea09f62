// What the hosts of a crawl are doing, for those who watch it.
import type { HostQueue } from '../frontier/host-queue.ts';
import type { HostView } from './options.ts';

/** The hosts that gave most and have most links waiting, at most so many; `now` in milliseconds since 1970. */
export function viewHosts(hosts: readonly HostQueue[], limit: number, now: number): HostView[] {
  const weightOf = ({ found, pageCount, imageCount, busy }: HostQueue) =>
    busy * 1e6 + found.pages * 10 + found.images * 10 + Math.min(pageCount + imageCount, 1000);
  // A crawl may know a million hosts: those that did nothing and wait for nothing are not sorted.
  const busiest = hosts.filter((host) => weightOf(host) > 0 || host.isDown);
  busiest.sort((a, b) => weightOf(b) - weightOf(a) || a.id - b.id);
  return busiest.slice(0, limit).map((host) => toView(host, now));
}

function toView(host: HostQueue, now: number): HostView {
  const waiting = host.pageCount + host.imageCount;
  const pauseMs = Math.max(0, Math.round(host.readyAt - now));
  return {
    origin: host.origin,
    state: stateOf(host, waiting, pauseMs),
    ...host.found,
    waiting,
    failures: host.failures,
    pauseMs,
    robots: robotsOf(host),
  };
}

function stateOf(host: HostQueue, waiting: number, pauseMs: number): HostView['state'] {
  if (host.isDown) return 'down';
  if (host.busy > 0) return 'asked';
  if (waiting === 0) return 'idle';
  return pauseMs > 0 ? 'paused' : 'ready';
}

function robotsOf({ memory }: HostQueue): HostView['robots'] {
  const kinds = { rules: 'rules', allow: 'none', disallow: 'unreachable' } as const;
  return memory.robots === undefined ? 'unknown' : kinds[memory.robots.kind];
}
