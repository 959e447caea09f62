// The look of the server's own pages about captures: that of the rest, in one style sheet, without scripts.
import { html, Markup } from '../html/escape.ts';
import { MARK } from '../html/mark.ts';
import { createTranslate, type Language } from '../html/messages.ts';
import { REPLAY_WORDS } from './words.ts';

/** Rules for these pages: no scripts, pictures of this server alone. */
export const PAGE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Where links of a page lead, and what language it is in. */
export interface PageWays {
  readonly basePath: string;
  readonly language: Language;
}

/** A page of its own with the bar of all pages. */
export function toPage({ language }: PageWays, title: string, content: Markup): string {
  const words = REPLAY_WORDS[language];
  const t = createTranslate(language);
  return html`<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
<title>${title}</title><style>${new Markup(STYLE)}</style></head>
<body><header><a class="brand" href="/">${MARK}<span translate="no">Pinakes</span></a>
<form action="/" role="search"><input type="search" name="q" aria-label="${words.searchImages}" placeholder="${words.searchImages}"><button>${words.search}</button></form>
<nav aria-label="Pinakes">${NAVIGATION.map(([path, key]) => html`<a href="${path}">${t(key)}</a>`)}</nav></header>
<main>${content}</main></body></html>
`.text;
}

const NAVIGATION = [
  ['/map', 'map'],
  ['/stats', 'statistics'],
  ['/crawls', 'crawls'],
  ['/about', 'about'],
] as const;

/** The colours are those of web/styles/tokens.css. */
const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#faf8f3,#161412);--surface:light-dark(#fff,#201d1a);--sunken:light-dark(#f1ede4,#0f0e0c);--ink:light-dark(#211d19,#efeae2);--soft:light-dark(#625a50,#b3a99c);--line:light-dark(#e2dbce,#38332d);--strong:light-dark(#8d8477,#7d7469);--accent:light-dark(#a23f24,#eb9575);--accent-soft:light-dark(#f7e6dd,#3c251c);--on-accent:light-dark(#fff,#26120a);--bar:light-dark(#c9744f,#c5795a);--came:light-dark(#1d6b3a,#8fd6a6);--came-soft:light-dark(#e2f3e6,#17301f);--went:light-dark(#a3231f,#ff9c92);--went-soft:light-dark(#fbe6e3,#3a1815)}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.6rem clamp(.75rem,2.5vw,2.5rem);border-bottom:1px solid var(--line)}
.brand{display:inline-flex;gap:.55rem;align-items:center;min-height:2.5rem;color:var(--ink);font:500 1.375rem/1 "Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,serif;text-decoration:none}.brand svg{width:1.75rem;height:1.75rem}
header form{display:flex;flex:1 1 16rem;max-width:44rem;height:2.75rem;border:1px solid var(--strong);border-radius:1.4rem;background:var(--surface);padding:.2rem .25rem .2rem .9rem}header form:focus-within{border-color:var(--accent);box-shadow:0 0 0 3px color-mix(in srgb,var(--accent) 30%,transparent)}
header input{flex:1;min-width:0;border:0;background:none;color:inherit;font:inherit;outline:none}header input::placeholder{color:var(--soft);opacity:1}header button{border:0;border-radius:1.1rem;padding:0 1rem;background:var(--accent);color:var(--on-accent);font:inherit;cursor:pointer}
header nav{display:flex;flex-wrap:wrap;gap:0 .25rem;margin-left:auto}header nav a{padding:.4rem .7rem;border-radius:.625rem;color:var(--ink);text-decoration:none}header nav a:hover{background:var(--accent-soft)}@media(max-width:62rem){header nav{flex:1 0 100%;margin-left:-.7rem}}
main{max-width:72rem;margin:0 auto;padding:1.5rem clamp(.75rem,2.5vw,2.5rem) 3rem}h1{font:500 1.75rem/1.25 "Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,serif;margin:0 0 .25rem}h2{font-size:1.125rem;margin:2rem 0 .5rem}.months h2{font-size:.9375rem;margin:0 0 .35rem}
a{color:var(--accent);text-underline-offset:.18em}:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:.25rem}.note,.url{color:var(--soft)}.url{font:.9375rem/1.4 ui-monospace,Menlo,Consolas,monospace}ul,ol{list-style:none;margin:0;padding:0}
.state{max-width:42rem;margin:8vh auto;text-align:center}.state ul{display:grid;gap:.4rem;justify-items:center;margin:1rem 0}.button{display:inline-block;min-height:2.5rem;padding:.45rem 1rem;border:1px solid var(--accent);border-radius:.625rem;background:var(--accent);color:var(--on-accent);text-decoration:none}.button.quiet{border-color:var(--strong);background:var(--surface);color:var(--ink)}
.years{display:flex;width:fit-content;max-width:100%;gap:2px;align-items:flex-end;margin:1rem 0;padding:.75rem .75rem .25rem;border:1px solid var(--line);border-radius:.625rem;background:var(--surface);overflow-x:auto}.years li{flex:0 1 5rem;min-width:2.1rem;white-space:nowrap;font-variant-numeric:tabular-nums;text-align:center}.years a,.years span{display:block;color:var(--soft);font-size:.75rem;text-decoration:none}.years a svg{display:block;width:100%;height:4rem;fill:var(--bar)}.years a:hover svg{fill:var(--accent)}.years [aria-current] svg{fill:var(--accent)}.years [aria-current]{color:var(--ink);font-weight:600}.years span svg{display:block;width:100%;height:4rem}
.months{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1.25rem 1.5rem;margin:1rem 0}.days{display:grid;grid-template-columns:repeat(7,1fr);gap:2px;font-size:.8125rem;text-align:center;font-variant-numeric:tabular-nums}.days .weekday{font-weight:600}.days>*{min-height:1.75rem;line-height:1.75rem;border-radius:.25rem;color:var(--soft)}.days a{background:var(--accent-soft);color:var(--ink);font-weight:600;text-decoration:none}.days a.changed{background:var(--accent);color:var(--on-accent)}
.captures li{display:flex;flex-wrap:wrap;gap:.25rem .9rem;align-items:center;padding:.55rem 0;border-top:1px solid var(--line)}.captures a{display:inline-block;min-height:24px}.captures img,.shown img{display:block;max-height:4.5rem;max-width:9rem;border-radius:.25rem;background:var(--sunken)}@media(min-width:48rem){.addresses li{display:grid;grid-template-columns:minmax(0,1fr) 8rem 12rem}.addresses .tag{justify-self:start}}.tag{padding:.05rem .5rem;border-radius:1rem;background:var(--sunken);color:var(--soft);font-size:.8125rem}.tag.changed{background:var(--accent-soft);color:var(--ink)}.shown{display:flex;flex-wrap:wrap;gap:.35rem;flex:1 0 100%}
.pair{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.75rem 0}.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:1rem;margin:.5rem 0}.pictures img{display:block;width:100%;height:7rem;object-fit:contain;background:var(--sunken);border-radius:.375rem;border:2px solid var(--line)}.pictures.changed{grid-template-columns:repeat(auto-fill,minmax(min(18rem,100%),1fr))}.pictures.changed div{display:grid;grid-template-columns:1fr 1fr;gap:.25rem}.changed a:first-child img{border-color:var(--went)}.changed a+a img{border-color:var(--came)}.came img{border-color:var(--came)}.went img{border-color:var(--went)}.pictures span{display:block;font-size:.8125rem;color:var(--soft);max-height:2.6em;overflow:hidden}
.text{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.625rem;background:var(--surface)}.text p{margin:0;padding:.1rem .5rem;border-left:3px solid transparent}.text ins{display:block;padding:.1rem .5rem;border-left:3px solid var(--came);background:var(--came-soft);text-decoration:none}.text del{display:block;padding:.1rem .5rem;border-left:3px solid var(--went);background:var(--went-soft);text-decoration:line-through;text-decoration-color:color-mix(in srgb,var(--went) 60%,transparent)}.text .gap{color:var(--soft);font-size:.875rem}
main :is(fieldset,textarea,input:not([type=radio])){max-width:100%;padding:.5rem .75rem;border:1px solid var(--strong);border-radius:.375rem;background:var(--surface);color:inherit;font:inherit}main form{max-width:44rem}main textarea{width:100%}main label{display:inline-block;min-height:24px}button.button{font:inherit;cursor:pointer}`;
