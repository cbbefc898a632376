import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import { type Pattern, patternsUnder } from './find.ts'

/** `npm run check`: the cost of regular expressions reached by requests or documents must be linear in the text. */
const FOLDERS = ['server', 'src/services']
/** On a busy machine any time limit looks exceeded: so characters are counted, never time. */
const PARAMETERS = {
  timeout: 300_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 100_000_000,
  randomSeed: 1,
}

/** Accepted patterns that are not known to be linear, or cannot be checked, and why. */
const EXCEPTIONS: readonly { file: string; text: string; reason: string }[] = [
  {
    file: 'src/services/browser/runtime-config.ts',
    text: '/\\/+$/',
    reason: "Reads the operator's own setting, in the browser.",
  },
]

const UNCHECKED = 'could not be checked'

const root = path.join(import.meta.dirname, '../..')
const cacheFile = path.join(root, 'node_modules/.cache/lectern/patterns.json')

/** Verdicts by pattern: a check can take seconds, and most patterns stay the same. */
const readCache = (): Record<string, string | null> => {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8'))
  } catch {
    return {}
  }
}

/** The fault of a pattern; null if its cost is linear. */
async function faultOf({ source, flags }: Pattern): Promise<string | null> {
  if (source === null) return 'is put together at run time and cannot be checked'
  const found = await check(source, flags, PARAMETERS)
  if (found.status === 'safe') return null
  if (found.status === 'unknown') return `${UNCHECKED} (${found.error.kind})`
  return `takes ${found.complexity.summary}: ${found.attack.pattern}`
}

const before = readCache()
const verdicts: Record<string, string | null> = {}
const known = async (pattern: Pattern) => {
  const key = `/${pattern.source}/${pattern.flags}`
  verdicts[key] ??= before[key] === undefined ? await faultOf(pattern) : before[key]
  return verdicts[key]
}

const patterns = patternsUnder(root, FOLDERS)
const excepts = (pattern: Pattern) =>
  EXCEPTIONS.find(({ file, text }) => file === pattern.file && text === pattern.text)
const faults: string[] = []
// One after the other: the first call starts the program that all others use.
for (const pattern of patterns) {
  const fault = excepts(pattern) ? null : await known(pattern)
  if (fault) faults.push(`${pattern.file}:${pattern.line} ${pattern.text} ${fault}`)
}
const used = new Set(patterns.map(excepts))
const stale = EXCEPTIONS.filter((exception) => !used.has(exception)).map(
  ({ file, text }) => `${file} ${text} is an exception that nothing needs`,
)
mkdirSync(path.dirname(cacheFile), { recursive: true })
// Checks that failed on a busy machine are repeated on a quiet one.
const certain = Object.entries(verdicts).filter(([, fault]) => !fault?.startsWith(UNCHECKED))
writeFileSync(cacheFile, JSON.stringify(Object.fromEntries(certain), null, 2))
for (const line of [...faults, ...stale]) console.error(line)
process.exit(faults.length + stale.length === 0 ? 0 : 1)
