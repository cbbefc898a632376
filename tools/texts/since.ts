import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../../src/texts/language.ts'
import { catalogueIn, ROOT, serverCatalogueIn } from './catalogues.ts'

type Texts = ReadonlyMap<string, string>

/** Folder for unpacking a commit: inside the project, so that it can import packages. */
const EARLIER = join(ROOT, '.cache/texts')

/**
 * All visible texts: place and key → text. The app's English is its own key, so a new wording is one removed
 * and one added key.
 */
async function textsIn(root: string): Promise<Texts> {
  const { ENGLISH } = await import(join(root, 'server/kernel/texts/english/index.ts'))
  const texts = new Map<string, string>()
  const add = (place: string, catalogue: Readonly<Record<string, string>>) => {
    for (const [key, text] of Object.entries(catalogue)) texts.set(`${place}: ${key}`, text)
  }
  add('server, en', ENGLISH)
  for (const language of LANGUAGES.filter((language) => language !== 'en')) {
    add(`app, ${language}`, catalogueIn(language, root))
    add(`server, ${language}`, serverCatalogueIn(language, root))
  }
  return texts
}

const cell = (text = '') => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A Markdown table: key, before, after. */
export const tableOf = (before: Texts, after: Texts) =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `| ${[key, before.get(key), after.get(key)].map(cell).join(' | ')} |`)
    .toSorted()

/** All texts changed since a commit. */
export async function changedSince(commit: string) {
  mkdirSync(EARLIER, { recursive: true })
  try {
    const files = execFileSync('git', ['archive', commit, 'server/kernel/texts', 'src/texts'], { cwd: ROOT })
    execFileSync('tar', ['-x', '-C', EARLIER], { input: files })
    return tableOf(await textsIn(EARLIER), await textsIn(ROOT))
  } finally {
    rmSync(EARLIER, { recursive: true })
  }
}
