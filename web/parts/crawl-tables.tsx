// Tables of a crawl: its hosts and its tasks.
import type { CrawlDetail } from '../api/types.ts';
import { formatBytes, formatMoment, formatNumber, t } from '../i18n/i18n.ts';

/** What each host is doing. */
export function CrawlHosts({
  hosts,
}: {
  readonly hosts: NonNullable<CrawlDetail['view']>['hosts'];
}) {
  if (hosts.length === 0) return null;
  const heads = [
    ...[t('crawls.host'), t('crawls.state'), t('crawls.pages'), t('crawls.images')],
    ...[t('crawls.wanted'), t('crawls.queue'), t('crawls.failures'), t('crawls.robotsFile')],
  ];
  return (
    <Table title={t('crawls.hosts')} heads={heads}>
      {hosts.map((host) => (
        <tr key={host.origin}>
          <th scope="row">
            <bdi>{host.origin.replace(/^http:\/\//, '')}</bdi>
          </th>
          <td>{t(`crawls.hostState.${host.state}`)}</td>
          {[host.pages, host.images, host.wanted, host.waiting, host.failures].map((count, at) => (
            <td key={heads[at + 2]}>{formatNumber(count)}</td>
          ))}
          <td>{t(`crawls.robotsFile.${host.robots}`)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** What the tasks of a crawl did, the newest first. */
export function CrawlTasks({ tasks }: Pick<CrawlDetail, 'tasks'>) {
  if (tasks.length === 0) return null;
  const heads = [
    ...[t('crawls.started'), t('crawls.duration'), t('crawls.end'), t('crawls.pages')],
    ...[t('crawls.images'), t('crawls.wanted'), t('crawls.cpu'), t('crawls.memory')],
  ];
  return (
    <Table title={t('crawls.tasks')} heads={heads}>
      {tasks.map((task) => (
        <tr key={task.started}>
          <th scope="row">{formatMoment(task.started)}</th>
          <td>{t('crawls.secondsOf', { seconds: formatNumber(task.seconds) })}</td>
          <td>
            <bdi lang="en">{task.end ?? '…'}</bdi>
          </td>
          {[task.pages, task.images, task.wanted].map((count, at) => (
            <td key={heads[at + 3]}>{formatNumber(count ?? 0)}</td>
          ))}
          <td>{t('crawls.secondsOf', { seconds: formatNumber((task.cpuMs ?? 0) / 1000) })}</td>
          <td>{formatBytes(task.peakMemoryBytes ?? 0)}</td>
        </tr>
      ))}
    </Table>
  );
}

interface TableProperties {
  readonly title: string;
  readonly heads: readonly string[];
  readonly children: preact.ComponentChildren;
}

/** A wide table; what does not fit is scrolled to, with the keyboard as well. */
export function Table({ title, heads, children }: TableProperties) {
  return (
    <div class="chart">
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="table-scroll" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    </div>
  );
}
