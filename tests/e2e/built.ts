import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { APP_FOLDER } from '../../server/kernel/http/static.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** The app, or the public page that shares no file with it. */
export type Half = 'app' | 'share'

const FILES = {
  app: { manifest: 'manifest.json', modules: 'modules.json', entry: 'src/main.tsx' },
  share: { manifest: 'share-manifest.json', modules: 'share-modules.json', entry: 'src/share.tsx' },
} as const

const read = (name: string) => JSON.parse(readFileSync(join(APP_FOLDER, '.vite', name), 'utf8'))

const manifestOf = (half: Half = 'app'): Record<string, Chunk> => read(FILES[half].manifest)

/** The module lies in a file of its own, or in one with others that are fetched together. */
export function chunkWith(name: string, half: Half = 'app'): Chunk {
  const manifest = manifestOf(half)
  const held: Record<string, Record<string, number>> = read(FILES[half].modules)
  const chunk =
    manifest[name] ??
    Object.values(manifest).find(({ file }) => held[file]?.[name.replace('src/', '')] !== undefined)
  if (!chunk) throw new Error(`nothing was built of ${name}`)
  return chunk
}

/** What is loaded with the page and with what it is then told to load: its files, and the length of each module in them. */
export function loadedWith(half: Half, screens: readonly string[]) {
  const lengths: Record<string, Record<string, number>> = read(FILES[half].modules)
  const files = new Set<string>()
  const load = ({ file, imports = [] }: Chunk) => {
    if (files.has(file)) return
    files.add(file)
    for (const imported of imports) load(chunkWith(imported, half))
  }
  for (const name of [FILES[half].entry, ...screens]) load(chunkWith(name, half))
  return {
    files: [...files],
    modules: Object.assign({}, ...[...files].map((file) => lengths[file] ?? {})) as Record<string, number>,
  }
}

/** The hash of a file's content in its name. */
const HASH = /(?<=-)[\w-]{8}(?=\.(?:js|css)\b)/g

/**
 * Brotli bytes of a built file as it is sent, but for the hashes in the names of others: chance alone would decide
 * between some bytes more and some less.
 */
export function sentBytes(file: string) {
  const written = readFileSync(join(APP_FOLDER, file), 'utf8').replaceAll(HASH, '0'.repeat(8))
  return brotliCompressSync(written).length
}
