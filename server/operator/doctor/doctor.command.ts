import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { distance } from 'fastest-levenshtein'
import type { Config } from '../../kernel/config/config.ts'
import { Environment } from '../../kernel/config/environment.ts'
import { secretFile } from '../../kernel/config/own-secret.ts'
import { isRestoreUnfinished } from '../backup/marks.ts'
import type { Command } from '../command.ts'
import { checkAddress } from './address.ts'
import { checkDatabase } from './database.ts'
import { type Finding, fault, note, ok, reasonOf } from './finding.ts'
import { checkIndexes } from './indexes.ts'
import { checkServices } from './services.ts'

const MB = 1024 * 1024
const ROOM_NEEDED = 200 * MB
const ROOM_WANTED = 2 * 1024 * MB
const OPEN_TO_OTHERS = 0o077

async function checkStorage({ dataDir }: Config): Promise<Finding[]> {
  return [await checkFolder(dataDir), await checkRoom(dataDir), ...(await checkSecret(dataDir))]
}

async function checkFolder(dataDir: string): Promise<Finding> {
  if (isRestoreUnfinished(dataDir))
    return fault('data folder', 'A restore was interrupted. Run lectern restore again, with --replace.')
  const probe = path.join(dataDir, `probe-${process.pid}`)
  try {
    await writeFile(probe, '')
    return ok('data folder', 'can be written')
  } catch (error) {
    const owner = process.getuid ? ` Give it to the user ${process.getuid()}, who runs this.` : ''
    return fault('data folder', `${dataDir} cannot be written (${reasonOf(error)}).${owner}`)
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

async function checkRoom(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const room = bavail * bsize
  const says = `${Math.floor(room / MB)} MB free`
  if (room < ROOM_NEEDED)
    return fault('disk', `${says}. Uploads will soon fail: make room or move DATA_DIR to a larger disk.`)
  return room < ROOM_WANTED ? note('disk', `${says}. Plan for more.`) : ok('disk', says)
}

async function checkSecret(dataDir: string): Promise<Finding[]> {
  const file = secretFile(dataDir)
  const mode = await stat(file).then(
    (found) => found.mode,
    () => 0,
  )
  return mode & OPEN_TO_OTHERS ? [fault('secret', `Others can read ${file}. Run: chmod 600 ${file}`)] : []
}

const NAMES = Object.keys(Environment.def.shape)
const PREFIXES = new Set(NAMES.flatMap((name) => (name.includes('_') ? [`${name.split('_', 1)}_`] : [])))
const TYPOS_MAX = 3
/** As in SMPT_URL; most variables with another prefix belong to other programs. */
const TYPOS_IN_PREFIX_MAX = 2

const hasPrefix = (name: string) => [...PREFIXES].some((prefix) => name.startsWith(prefix))

/** The settings in use, and variables that look like misspelt ones. */
function checkSettings(config: Config, env: Record<string, string | undefined>): Finding[] {
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
            'RATE_LIMITS is off: passwords can be guessed without limit. Use this only for tests.',
          ),
        ]
      : []),
    ...(env.DEMO === '1'
      ? [
          note(
            'settings',
            'DEMO is on: the password of the demo account is public. Do not use it for real data.',
          ),
        ]
      : []),
  ]
}

const MARKS: Record<Finding['level'], string> = { ok: 'ok  ', note: 'note', fault: 'FAIL' }

const CHECKS: readonly ((config: Config) => Promise<Finding[]>)[] = [
  checkStorage,
  checkDatabase,
  checkIndexes,
  checkServices,
  checkAddress,
]

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  does: 'Checks settings, disk, database, search indexes, mail, models and address, and says what to do.',
  details: [
    'Calls each configured service once. You can run it while Lectern runs. The exit code is 1 if a check fails.',
  ],
  async run({ config, env, say }) {
    const findings = checkSettings(config, env)
    for (const check of CHECKS) findings.push(...(await check(config)))
    for (const { level, about, says } of findings) say(`${MARKS[level]}  ${about}: ${says}`)
    return findings.some(({ level }) => level === 'fault') ? 1 : 0
  },
}
