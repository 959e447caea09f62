// A strategy for `pinakes crawl`: stay where you are, and take short addresses first.
// pinakes crawl https://example.org/ --library my-library --strategy ./crawl-strategy.mjs --contact me@example.com

const hostOf = (url) => new URL(url).host;

export default {
  name: 'stay',
  // The higher the priority, the earlier a link is visited; of equal ones the older comes first.
  score: (link, page) => ({
    priority: (hostOf(link.url) === hostOf(page.url) ? 0 : -10_000) - link.url.length,
  }),
};
