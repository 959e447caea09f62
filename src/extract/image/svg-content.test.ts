import { describe, expect, it } from 'vitest';
import { inspectImage } from './image.ts';
import { contentOfSvg } from './svg-content.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"';

describe('a drawing', () => {
  it.each([
    ['nothing', `${SVG}></svg>`],
    ['nothing', `${SVG}/>`],
    [
      'nothing',
      `<?xml version="1.0"?><!-- <path d=""/> -->${SVG}><g><title>path</title></g></svg>`,
    ],
    ['nothing', `${SVG}><defs><path d="M0 0"/></defs><symbol><rect/></symbol></svg>`],
    ['nothing', `${SVG}><style><![CDATA[ <path/> ]]></style></svg>`],
    ['one-colour', `${SVG}><rect width="100%" height="100%" fill="#eee"/></svg>`],
    ['picture', `${SVG}><rect fill="url(#g)"/></svg>`],
    ['picture', `${SVG}><rect/><rect/></svg>`],
    ['picture', `${SVG} data-x="a>b"><defs/><g><path d="M0 0L9 9"/></g></svg>`],
    ['picture', `${SVG}><symbol id="a"><path/></symbol><use href="#a"/></svg>`],
    ['picture', `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:circle r="9"/></s:svg>`],
    ['picture', `${SVG}><script>draw()</script></svg>`],
    ['picture', `<!DOCTYPE svg [<!ENTITY a "<b>">]>${SVG}><text>x</text></svg>`],
    ['font', `${SVG}><metadata>path</metadata><defs><font><glyph d="M0 0"/></font></defs></svg>`],
    ['picture', `${SVG}><defs><font><glyph d="M0 0"/></font></defs><text>x</text></svg>`],
  ])('shows %s: %s', (content, source) => {
    expect(contentOfSvg(source, true)).toBe(content);
  });

  it('that is not read to its end is taken for a picture, but for fonts', () => {
    expect(contentOfSvg(`${SVG}><g>`, false)).toBe('picture');
    expect(contentOfSvg(`${SVG}><defs><font><glyph d="`, false)).toBe('font');
    expect(contentOfSvg(`${SVG}><defs><g>`, true)).toBe('picture');
  });

  it('is rejected with a reason when it is none', () => {
    const inspect = (source: string, isInline = false) =>
      inspectImage(Buffer.from(source), { isInline });
    expect(inspect(`${SVG}></svg>`)).toMatchObject({ rejected: 'blank', width: 400 });
    expect(inspect(`${SVG}><defs><font><glyph/></font></defs></svg>`)).toMatchObject({
      rejected: 'font',
    });
    const grey = `${SVG}><rect width="400" height="300"/></svg>`;
    expect(inspect(grey)).not.toHaveProperty('rejected');
    expect(inspect(grey, true)).toMatchObject({ rejected: 'blank' });
  });

  it('takes time linear in its length', () => {
    for (const part of ['<', '<a "', "<g x='", '<!--', '<![CDATA[', '<defs>', '<!x [']) {
      const start = process.cpuUsage();
      contentOfSvg(part.repeat((64 * 1024) / part.length), true);
      expect(process.cpuUsage(start).user, part).toBeLessThan(400_000);
    }
  });
});
