import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGLISH } from '../../server/kernel/texts/english/index.ts'
import { findTexts } from './find.ts'

export const ROOT = join(import.meta.dirname, '../..')
const TEXTS = 'src/texts'

/** The catalogue for a file's texts: one for each screen and each part of the interface. */
const catalogueOf = (file: string) => {
  const [, part = '', room = '', name = '', inner] = file.split('/')
  if (part === 'machines' || part === 'services' || part === 'compose') return 'behaviour'
  if (inner !== undefined) return name
  const [, screen] = /^(.+)-screen\.tsx$/.exec(name) ?? []
  return screen ?? (name === '' ? 'shell' : room)
}

/** Catalogue → English texts in order; texts used in several parts are in `common`. */
export function textsOfTheApp() {
  const found = new Map<string, Set<string>>()
  const problems: string[] = []
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).sort()) {
    if (file.startsWith(TEXTS)) continue
    const { texts, unreadable } = findTexts(file, readFileSync(join(ROOT, file), 'utf8'))
    for (const place of unreadable)
      problems.push(`${file}: the text at character ${place} is not written out`)
    for (const { text } of texts) {
      const holders = found.get(text) ?? new Set()
      found.set(text, holders.add(catalogueOf(file)))
    }
  }
  const catalogues = new Map<string, string[]>()
  for (const [text, [first = '', ...others]] of found) {
    const name = others.length > 0 ? 'common' : first
    catalogues.set(name, [...(catalogues.get(name) ?? []), text])
  }
  return { catalogues, problems }
}

const folderOf = (language: string, root = ROOT) => join(root, TEXTS, language)
/** The catalogue of the server's texts, by code. */
const SERVER = 'server.json'

const writeCatalogue = (file: string, texts: readonly string[], known: Readonly<Record<string, string>>) => {
  const entries = texts.map((text) => [text, known[text] ?? ''])
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}

const readCatalogue = (folder: string, name: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(folder, name), 'utf8'))

/** English → the app's text in a language. */
export function catalogueIn(language: string, root?: string): Readonly<Record<string, string>> {
  const folder = folderOf(language, root)
  const files = globSync('*.json', { cwd: folder, exclude: [SERVER] })
  return Object.assign({}, ...files.map((file) => readCatalogue(folder, file)))
}

/** Code of a server text → its text in a language. */
export function serverCatalogueIn(language: string, root?: string) {
  const folder = folderOf(language, root)
  return existsSync(join(folder, SERVER)) ? readCatalogue(folder, SERVER) : {}
}

/** Updates a language's catalogues: new texts are empty, unused ones are removed. */
export function writeCatalogues(language: string) {
  mkdirSync(folderOf(language), { recursive: true })
  const known = catalogueIn(language)
  for (const [name, texts] of textsOfTheApp().catalogues)
    writeCatalogue(join(folderOf(language), `${name}.json`), texts.sort(), known)
  writeCatalogue(join(folderOf(language), SERVER), Object.keys(ENGLISH), serverCatalogueIn(language))
}
