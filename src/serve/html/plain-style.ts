// The style sheet of plain pages: readable at any width, in light and dark, without scripts.

/** The text of `/plain.css`. */
export const PLAIN_STYLE = `:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 25%, transparent); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 75rem; padding: 0 1rem 3rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: LinkText; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: Canvas; padding: .5rem; }
header { border-bottom: 1px solid var(--line); padding: 1rem 0; margin-bottom: 1rem; }
header .brand { font-weight: 700; font-size: 1.25rem; text-decoration: none; color: CanvasText; }
form[role="search"] { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin: .75rem 0; }
form[role="search"] .grow { flex: 1 1 14rem; }
form.dates { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
label { display: block; font-size: .875rem; }
input, select, button { font: inherit; padding: .4rem .6rem; min-height: 2.5rem; width: 100%; }
button { cursor: pointer; width: auto; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; margin: 0; }
nav a { display: inline-block; padding: .2rem 0; min-height: 1.5rem; }
ol.results { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); gap: 1.25rem; padding: 0; list-style: none; }
ol.results img { display: block; max-width: 100%; height: auto; background: var(--line); }
ol.results .caption { display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden; }
ol.results p { margin: .25rem 0; font-size: .875rem; }
figure { margin: 0 0 1rem; }
figure img { max-width: 100%; max-height: 80vh; height: auto; background: var(--line); }
dt { font-weight: 600; }
dd { margin: 0 0 .5rem; }
table { border-collapse: collapse; width: 100%; max-width: 40rem; margin-bottom: 1.5rem; }
caption { text-align: left; font-weight: 600; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem .25rem 0; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; border: 1px solid var(--line); padding: .5rem; }
`;
