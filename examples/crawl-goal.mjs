// A goal for `pinakes crawl`: pictures that are at least 605 pixels high.
// pinakes crawl https://example.org/ --library my-library --goal ./crawl-goal.mjs --contact me@example.com

export default {
  name: 'high',
  // Asked before anything is fetched, with what the page says about the image.
  refuse: (candidate) => (candidate.alt.includes('advertisement') ? 'advertisement' : undefined),
  // Asked when type, size and place are known from the first bytes.
  judge: (image) =>
    image.height >= 605 ? { keep: true, wanted: true } : { keep: false, reason: 'too-low' },
};
