/** Escapes text for an HTML element or attribute. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** Fonts and colours shared by the pages that the server renders itself. */
export const PAGE_STYLE = `
@font-face { font-family: Figtree; src: url(/fonts/figtree.woff2) format('woff2'); font-weight: 300 900; font-display: swap; }
@font-face { font-family: 'Instrument Serif'; src: url(/fonts/instrument-serif.woff2) format('woff2'); font-display: swap; }
:root { color-scheme: light dark; --paper: light-dark(#FAF7F0, #14130F); --sheet: light-dark(#FFFDF8, #1C1A15);
  --raised: light-dark(#FFFFFF, #24211B); --ink: light-dark(#1D1B16, #EFEAE0); --ink-2: light-dark(#5C574B, #B3AB9B);
  --rule: light-dark(#E5DFD1, #343027); --accent: light-dark(#9C2F1F, #F0876F); --accent-ink: light-dark(#FFFBF5, #22100B);
  --caution: light-dark(#84590B, #E2B04C); --caution-wash: light-dark(#FBF0D6, #372A12); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 Figtree, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
h1, h2 { font-family: 'Instrument Serif', Georgia, serif; font-weight: 400; letter-spacing: -.01em; }
h1 { font-size: 2.625rem; line-height: 1.12; margin: 0 0 .4rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`
