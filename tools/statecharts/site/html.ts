import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { colors } from '../../../src/ui/theme/tokens.ts'
import { escaped } from '../svg.ts'

/** The app's own mark. */
export const MARK =
  '<svg class="mark" viewBox="0 0 26 26" width="26" height="26" aria-hidden="true"><rect class="mark-page" x="3.5" y="2.5" width="19" height="21" rx="4"/><rect class="mark-margin" x="7.6" y="6.8" width="2.6" height="12.4" rx="1.3"/><path class="mark-lines" d="M13.2 8.6h5.6M13.2 13h5.6M13.2 17.4h3.2" stroke-width="1.7" stroke-linecap="round"/></svg>'

/** Anchor of a state on a page. */
export const anchorOf = (id: string) => `state-${id.replace(/[^\w]+/g, '-')}`

interface Page {
  readonly title: string
  readonly body: string
  /** Path from the page to the pages' folder: '' or `../`. */
  readonly up?: string
  /** Replaces the style sheet beside the page. */
  readonly style?: string
  /** Scripts beside the page, run after it has loaded. */
  readonly scripts?: readonly string[]
}

/** A page that needs only the files beside it. */
export const htmlPage = ({ title, body, up = '', style, scripts = [] }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
${style === undefined ? `<link rel="stylesheet" href="${up}page.css">` : `<style>${style}</style>`}
${scripts.map((script) => `<script defer src="${up}${script}"></script>\n`).join('')}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${body}
</body>
</html>
`

const variables = (tokens: object, name = '-'): string[] =>
  Object.entries(tokens).flatMap(([key, value]) => {
    const own = key === 'DEFAULT' ? name : `${name}-${key}`
    return typeof value.value === 'string' ? [`${own}:${value.value}`] : variables(value, own)
  })

const font = (family: string, file: string, style: string, weight: string) =>
  `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};src:url(data:font/woff2;base64,${readFileSync(file).toString('base64')}) format("woff2")}`

/** In cascade order: later ones override. */
const STYLES = [
  'page',
  'index',
  'map',
  'journey',
  'machine',
  'diagram',
  'notes',
  'simulator',
  'matrix',
  'narrow',
  'print',
]

/** The style sheet of all pages, including the app's colours and two typefaces. */
export function pageStyle(root: string): string {
  const files = (name: string) => join(root, 'node_modules', name, 'files')
  const serif = files('@fontsource/instrument-serif')
  return [
    font(
      'Figtree Variable',
      join(files('@fontsource-variable/figtree'), 'figtree-latin-wght-normal.woff2'),
      'normal',
      '300 900',
    ),
    font('Instrument Serif', join(serif, 'instrument-serif-latin-400-normal.woff2'), 'normal', '400'),
    font('Instrument Serif', join(serif, 'instrument-serif-latin-400-italic.woff2'), 'italic', '400'),
    `:root{color-scheme:light dark;${variables(colors).join(';')}}`,
    ...STYLES.map((name) => readFileSync(join(import.meta.dirname, 'style', `${name}.css`), 'utf8')),
  ].join('\n')
}
