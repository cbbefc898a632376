import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { APP_FOLDER } from '../../server/http/static.ts'

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}

/** The app, or the public page that shares no file with it. */
export type Half = 'app' | 'share'

const FILES = {
  app: { manifest: 'manifest.json', modules: 'modules.json' },
  share: { manifest: 'share-manifest.json', modules: 'share-modules.json' },
} as const

const read = (name: string) => JSON.parse(readFileSync(join(APP_FOLDER, '.vite', name), 'utf8'))

export const manifestOf = (half: Half = 'app'): Record<string, Chunk> => read(FILES[half].manifest)

/** What is loaded with the page and with what it is then told to load: its files, and the length of each module in them. */
export function loadedWith(half: Half, screens: readonly string[]) {
  const manifest = manifestOf(half)
  const lengths: Record<string, Record<string, number>> = read(FILES[half].modules)
  const files = new Set<string>()
  const load = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`nothing was built of ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) load(imported)
  }
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) load(name)
  for (const screen of screens) load(screen)
  return {
    files: [...files],
    modules: Object.assign({}, ...[...files].map((file) => lengths[file] ?? {})) as Record<string, number>,
  }
}

/** Bytes of a built file as it is sent. */
export function sentBytes(file: string) {
  const compressed = join(APP_FOLDER, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : join(APP_FOLDER, file)).size
}
