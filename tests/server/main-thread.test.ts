import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SERVER = join(import.meta.dirname, '../../server')

/** Libraries that read what a stranger wrote, at a cost that the stranger decides. */
const READ_STRANGERS = [
  'robots-parser',
  'htmlparser2',
  'saxes',
  'mammoth',
  'unpdf',
  'rehype-parse',
  'rehype-raw',
  'remark-parse',
  'tesseract.js',
  'csv-parse/sync',
]
/** A table of questions is read no further than its bounds of rows and columns reach. */
const READ_WITHIN_BOUNDS = ['csv-parse/sync']
const IMPORT = /^(?:import|export)\s(?!type\b)[^'"]*?from '([^']+)'|^import '([^']+)'|import\('(\.[^']+)'\)/gm

/** Modules that the main thread loads with `entry`, each with what imports it. */
function loadedWith(entry: string) {
  const importers = new Map<string, string | null>([[entry, null]])
  const queue = [entry]
  const packages = new Map<string, string>()
  for (let file = queue.shift(); file; file = queue.shift())
    for (const [, named, bare, later] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const from = named ?? bare ?? later ?? ''
      if (!from.startsWith('.')) packages.set(from, file)
      const imported = resolve(dirname(file), from)
      if (!from.startsWith('.') || importers.has(imported) || !existsSync(imported)) continue
      importers.set(imported, file)
      queue.push(imported)
    }
  return { importers, packages }
}

/**
 * Calls whose cost a stranger decides, where they run in the main thread. Pictures are
 * drawn in threads of sharp's own, and what is packed goes through streams that count what comes out.
 */
const COSTLY =
  /\b(?:gunzip|inflate|brotliDecompress|unzip|zip|deflate|gzip)(?:Raw)?Sync\b|\bnew (?:ZipDeflate|Deflate|Gzip|Zlib)\b|\bnew DOMParser\b|\bnew RegExp\((?!['`/])/g

it('[issue 35] the main thread packs, unpacks, parses and matches nothing of strangers at one go', () => {
  const { importers } = loadedWith(join(SERVER, 'main.ts'))
  const found = [...importers.keys()].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(COSTLY)].map(([call]) => `${relative(SERVER, file)}: ${call}`),
  )
  expect(found).toEqual([])
})

/** What an operator packed is read by the stream that counts nothing: a backup of their own. */
const OWN_ARCHIVES = ['operator/backup/load.ts']
const UNPACKS =
  /\b(?:create(?:Gunzip|Inflate|InflateRaw|Unzip|BrotliDecompress)|(?:gunzip|inflate|inflateRaw|unzip|brotliDecompress)(?:Sync)?|DecompressionStream)\b\(?/

it('[issue 35.9] bytes are unpacked in one room, which counts what comes out', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const found = files.filter((name) => UNPACKS.test(readFileSync(join(SERVER, name), 'utf8')))
  expect(found.filter((name) => !name.startsWith('kernel/unpacking/'))).toEqual(OWN_ARCHIVES)
})

/** Pictures are worked on by these alone: sharp has threads of its own, and what is drawn here is bounded by its room. */
const DRAWS = /(?:from |import\()'(?:sharp|@napi-rs\/canvas)'/
const TYPES_ALONE = /^import type .*$/gm
const DRAWN_IN_MAIN = [
  'billing/invoices/invoice-file.ts',
  'kernel/pictures/pictures.ts',
  'visitors/share/card.ts',
]

it('[attack H1, issue 35.9] the main thread draws nothing but what is named here', () => {
  const { importers } = loadedWith(join(SERVER, 'main.ts'))
  const found = [...importers.keys()].filter((file) =>
    DRAWS.test(readFileSync(file, 'utf8').replaceAll(TYPES_ALONE, '')),
  )
  expect(found.map((file) => relative(SERVER, file)).sort()).toEqual(DRAWN_IN_MAIN)
})

it('[attack H1] the main thread loads nothing that reads the text of strangers', () => {
  const { importers, packages } = loadedWith(join(SERVER, 'main.ts'))
  const wayTo = (file: string): string[] => {
    const importer = importers.get(file)
    return [...(importer ? wayTo(importer) : []), relative(SERVER, file)]
  }
  const loaded = READ_STRANGERS.filter((name) => packages.has(name))
  const found = loaded
    .filter((name) => !READ_WITHIN_BOUNDS.includes(name))
    .map((name) => [...wayTo(packages.get(name)!), name].join(' → '))
  expect(found).toEqual([])
  expect(loaded).toEqual(READ_WITHIN_BOUNDS)
  expect(importers.size).toBeGreaterThan(200)
})
