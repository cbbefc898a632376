import { distance } from 'fastest-levenshtein'
import type { Config } from '../../kernel/config/config.ts'
import { Environment } from '../../kernel/config/environment.ts'
import { type Finding, note, ok } from './finding.ts'

const NAMES = Object.keys(Environment.def.shape)
const PREFIXES = new Set(NAMES.flatMap((name) => (name.includes('_') ? [`${name.split('_', 1)}_`] : [])))
const TYPOS_MAX = 3
/** As in SMPT_URL; most variables with another prefix belong to other programs. */
const TYPOS_IN_PREFIX_MAX = 2

const hasPrefix = (name: string) => [...PREFIXES].some((prefix) => name.startsWith(prefix))

/** The settings in use, and variables that look like misspelt ones. */
export function checkSettings(config: Config, env: Record<string, string | undefined>): Finding[] {
  const ofProviders = (env.LLM_PROVIDERS ?? '')
    .split(',')
    .map((name) => `LLM_${name.trim().toUpperCase().replaceAll('-', '_')}_`)
  const misspelt = Object.keys(env)
    .filter((name) => name.includes('_') && !NAMES.includes(name))
    .filter((name) => !ofProviders.some((prefix) => name.startsWith(prefix)))
    .map((name) => ({ name, meant: NAMES.toSorted((a, b) => distance(a, name) - distance(b, name))[0]! }))
    .filter(({ name, meant }) => distance(name, meant) <= (hasPrefix(name) ? TYPOS_MAX : TYPOS_IN_PREFIX_MAX))
  return [
    ok('settings', `read; data folder ${config.dataDir}`),
    ...misspelt.map(({ name, meant }) =>
      note('settings', `${name} is not a setting and is not read. Did you mean ${meant}?`),
    ),
    ...(env.RATE_LIMITS === 'off'
      ? [
          note(
            'settings',
            'RATE_LIMITS is off: passwords can be guessed without limit. It is for tests alone.',
          ),
        ]
      : []),
    ...(env.DEMO === '1'
      ? [note('settings', 'DEMO is on: everybody knows the password of its account. Use it to look around.')]
      : []),
  ]
}
