import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { LANGUAGES } from '../src/texts/language.ts'

/** Pages rendered by the build: their addresses, their entries, and their code beside the app's own. */
const PAGES = [
  { file: 'login', pattern: '/login' },
  { file: 'register', pattern: '/register', code: 'register' },
  { file: 'forgot-password', pattern: '/forgot-password', code: 'forgot-password' },
  {
    file: 'reset-password',
    pattern: '/reset-password/:token?',
    at: '/reset-password/token',
    code: 'reset-password',
    asks: true,
  },
  {
    file: 'invitation',
    pattern: '/invitations/:token',
    at: '/invitations/token',
    code: 'invitation',
    asks: true,
  },
  {
    file: 'payment-success',
    pattern: '/payment-success',
    at: '/payment-success?order=1',
    code: 'payment-success',
    asks: true,
  },
]
/** Pages for guests: signed-in people see the shell there instead of a form. */
const FOR_GUESTS = ['login', 'register']
const ENTRY = 'src/main.tsx'
const HOME = ['src/compose/base.ts', 'src/compose/workspace.tsx', 'src/compose/integrations.tsx']

/** English is in the code; other languages load their texts first, and have pages in their own folders. */
const textsOf = (language) => (language === 'en' ? null : `src/texts/${language}.ts`)

/** In addition to the theme: styles of a prerendered page before the app has loaded. */
const OWN_RULES = `
#waiting { display: none }
html[data-known] #root:not([data-public]) { display: none }
html[data-known] #root:not([data-public]) ~ #waiting { display: block }
#failed { display: none }
html[data-failed] #failed { display: block }
[data-noscript], #failed { margin: 0; padding: 12px 24px; background: var(--l-colors-caution-wash); color: var(--l-colors-ink) }
`

/**
 * Files of a build that contain these modules, in the order found. Modules fetched together can share a file,
 * which has another name in the manifest.
 */
function filesOf(manifest, held, names) {
  const found = new Set()
  const add = ({ file, imports = [] }) => {
    if (found.has(file)) return
    found.add(file)
    for (const imported of imports) add(manifest[imported])
  }
  const chunks = Object.values(manifest)
  for (const name of names)
    add(manifest[name] ?? chunks.find(({ file }) => held[file]?.[name.replace('src/', '')] !== undefined))
  return [...found]
}

const fontFaces = /@font-face\s*\{[^}]*\}/g

/** Cached fonts are used from the first paint, others after the script: src/services/browser/fonts.ts. */
const fontsOf = (sheet) =>
  `<style data-fonts media="not all">${sheet.match(fontFaces).join('')}</style>
    <script>try{if(localStorage.getItem('fonts'))document.querySelector('[data-fonts]').media='all'}catch{}</script>`

const styleSheet = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/
/** Before the early requests, because it names the API's address. */
const configuration = '<script defer src="/config.js"></script>'
const preloads = /\s*<link rel="modulepreload"[^>]*>/g

/** Renders the public pages into `outDir`, where the app has been built. */
export async function prerender({ build, root, outDir }) {
  const read = (name) => readFile(path.join(outDir, name), 'utf8')
  const built = {
    index: await read('index.html'),
    share: await read('share.html'),
    manifest: JSON.parse(await read('.vite/manifest.json')),
    held: JSON.parse(await read('.vite/modules.json')),
    shareManifest: JSON.parse(await read('.vite/share-manifest.json')),
  }
  const temporary = path.join(outDir, '../prerender')
  const run = async (entry, outDir) => {
    await build({ root, logLevel: 'warn', mode: 'prerender', build: { ssr: entry, outDir } })
    const name = path.basename(entry).replace(/tsx?$/, 'js')
    return import(pathToFileURL(path.join(outDir, name)).href)
  }
  for (const language of LANGUAGES) {
    const folder = path.join(temporary, language)
    // As in a browser, texts precede code: modules use them on load.
    const texts = textsOf(language)
    if (texts) await run(texts, path.join(folder, 'texts'))
    const drawing = await run('src/prerender.tsx', path.join(folder, 'pages'))
    await writePages({ drawing, language, built, root, outDir, read })
  }
  const served = PAGES.map(({ file, pattern }) => ({ pattern, file: `pages/${file}.html` }))
  await writeFile(path.join(outDir, '.vite/pages.json'), JSON.stringify(served))
  await rm(temporary, { recursive: true })
}

/** Node 22 has a language's text information under the standard's earlier name. */
function directionOf(code) {
  const locale = new Intl.Locale(code)
  return (locale.getTextInfo?.() ?? locale.textInfo).direction
}

/** A page of the build in another language: its texts precede its code. */
const inLanguage = (page, language, manifest) =>
  language === 'en'
    ? page
    : page
        .replace('<html lang="en">', `<html lang="${language}" dir="${directionOf(language)}">`)
        .replace(
          '<script type="module"',
          `<script type="module" crossorigin src="/${manifest[textsOf(language)].file}"></script>\n    <script type="module"`,
        )

async function writePages({ drawing, language, built, root, outDir: top, read }) {
  const outDir = language === 'en' ? top : path.join(top, language)
  const { manifest, held } = built
  const filesWith = (names) => filesOf(manifest, held, names)
  const index = inLanguage(built.index, language, manifest)
  const share = inLanguage(built.share, language, built.shareManifest)
  const withoutApp = `<noscript><p data-noscript>${drawing.WITHOUT_SCRIPT}</p></noscript><p id="failed" role="alert">${drawing.WITHOUT_CODE}</p>`
  const sheet = await read(styleSheet.exec(index)[1])
  const theme = `<style data-theme>${drawing.themeRules()}${sheet.replaceAll(fontFaces, '')}${OWN_RULES}</style>
    ${fontsOf(sheet)}`
  const drawn = ({ names, css }) => `<style data-emotion="l ${names.join(' ')}">${css}</style>`
  const preload = (files) =>
    files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('\n    ')
  const shell = drawing.drawShell()
  const waiting = `<div id="waiting">${shell.html}</div>`
  const withHead = (page, head) => page.replace(styleSheet, '').replace('</head>', `${head}\n  </head>`)

  await mkdir(path.join(outDir, 'pages'), { recursive: true })
  for (const { file, pattern, at = pattern, code, asks } of PAGES) {
    const page = await drawing.drawScreen(at)
    const guests = FOR_GUESTS.includes(file)
    const modules = [
      ENTRY,
      ...(code ? [`src/compose/${code}.tsx`] : []),
      ...(asks ? ['src/compose/base.ts'] : []),
    ]
    const html = withHead(
      index.replace(preloads, ''),
      [theme, drawn(page), guests ? drawn(shell) : '', preload(filesWith(modules))].join('\n    '),
    )
      .replace('<title>Lectern</title>', `<title>${page.title}</title>`)
      .replace(
        '<div id="root"></div>',
        `${withoutApp}<div id="root" data-screen="${page.screen}"${guests ? '' : ' data-public'}>${page.html}</div>${guests ? waiting : ''}`,
      )
    await writeFile(path.join(outDir, 'pages', `${file}.html`), html)
  }
  const early = (await readFile(path.join(root, 'src/early-requests.js'), 'utf8')).replaceAll(
    /^\s*(\/\/.*)?\n|^\s+/gm,
    '',
  )
  const home = withHead(
    index
      .replace(preloads, '')
      .replace(configuration, (script) => `${script}\n    <script>${early}</script>`),
    [theme, drawn(shell), preload(filesWith([ENTRY, ...HOME]))].join('\n    '),
  )
  await writeFile(
    path.join(outDir, 'index.html'),
    home.replace('<div id="root"></div>', `${withoutApp}<div id="root"></div>${waiting}`),
  )
  const visitor = drawing.drawSharePage()
  await writeFile(
    path.join(outDir, 'share.html'),
    withHead(share, [theme, drawn(visitor)].join('\n    ')).replace(
      '<div id="root"></div>',
      `${withoutApp}<div id="root">${visitor.html}</div>`,
    ),
  )
}
