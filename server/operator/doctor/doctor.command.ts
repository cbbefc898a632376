import type { Config } from '../../kernel/config/config.ts'
import type { Command } from '../command.ts'
import { checkAddress } from './address.ts'
import { checkDatabase } from './database.ts'
import type { Finding } from './finding.ts'
import { checkIndexes } from './indexes.ts'
import { checkServices } from './services.ts'
import { checkSettings } from './settings.ts'
import { checkStorage } from './storage.ts'

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
    'It asks each service that the settings name once, also while Lectern runs. It ends with 1 where something has failed.',
  ],
  async run({ config, env, say }) {
    const findings = checkSettings(config, env)
    for (const check of CHECKS) findings.push(...(await check(config)))
    for (const { level, about, says } of findings) say(`${MARKS[level]}  ${about}: ${says}`)
    return findings.some(({ level }) => level === 'fault') ? 1 : 0
  },
}
