import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyStateMachine } from 'xstate'
import type { Model } from '../../tests/harness/model/model.ts'
import { replay, walksIn, walksText } from '../../tests/harness/model/record.ts'
import { chartOf } from '../statecharts/chart.ts'
import { chartsOf } from '../statecharts/charts.ts'
import { DRAWINGS, descriptionsOf } from '../statecharts/committed.ts'
import { withFormDescriptions } from '../statecharts/form-descriptions.ts'
import { findMachines, findModels } from '../statecharts/machines.ts'
import { type Mutant, mutantMachine, mutantsOf } from './mutants.ts'

/** `npm run mutate:machines [machine…]`: counts how many mutants of the machines the tests detect. */
const WANTED = 95 // percent
const root = join(import.meta.dirname, '../..')
/** Mutants that behave like the machine; `<transition>: <change>` → why. */
const EQUIVALENT: Readonly<Record<string, string>> = {
  'session.signedIn.waiting.usable | http.unauthorized | 0: other target':
    'the other state chooses at once, and a rejected token leads to the same one',
  'session.signedIn.refreshing.usable | http.unauthorized | 0: other target':
    'the other state chooses at once, and a rejected token leads to the same one',
  'share.shown.limited | clock.tick | 1: removed':
    'the machine as a whole remembers the time in the same way',
  'upload.asking | namesakes.decided | 0: other target': 'the other state sends at once what waits',
  'upload.failed.interrupted | line.returned | 0: other target': 'the other state sends at once what waits',
  'upload.failed | files.chosen | 0: other target': 'the other state sends at once what waits',
  'upload.failed | retry.requested | 0: other target': 'the other state sends at once what waits',
  'organizations.ready.selection.none | always | 0: other target':
    'goes to `choosing`, which finds an organization and leads to `current`',
}
/** They compare drawings, or repeat what is done here. */
const NOT_ASKED = [
  'statecharts.test.ts',
  'recorded-walks.test.ts',
  'simulator.test.ts',
  'walks.test.ts',
  'words.test.ts',
]

interface Subject {
  readonly machine: AnyStateMachine
  readonly model: Model<AnyStateMachine>
  readonly recorded: string
  readonly descriptions: ReadonlyMap<string, string>
}

/** The quick test: recorded walks are repeated, and must have the same result. */
function isNoticedByWalk({ machine, model, recorded, descriptions }: Subject, mutant: Mutant): boolean {
  try {
    const changed = mutantMachine(machine, mutant)
    const walks = replay(changed, model, walksIn(recorded))
    return !recorded.includes(walksText(walks, descriptions))
  } catch {
    return true
  }
}

const testsOf = (id: string) =>
  ['tests/machines', 'tests/services'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.test.ts') && !NOT_ASKED.includes(file))
      .map((file) => join(folder, file))
      .filter((file) =>
        new RegExp(`\\b(?:${id}Machine|${id}Model)\\b`).test(readFileSync(join(root, file), 'utf8')),
      ),
  )

/** Runs all other tests of the machine on the mutant. */
function isNoticedByTests({ machine }: Subject, mutant: Mutant): Promise<boolean> {
  const files = testsOf(machine.id)
  if (files.length === 0) return Promise.resolve(false)
  const config = ['--config', join(import.meta.dirname, 'vitest.config.ts')]
  const env = { ...process.env, LECTERN_MUTANT: JSON.stringify({ machine: machine.id, mutant }) }
  return new Promise((resolve) => {
    const run = spawn(join(root, 'node_modules/.bin/vitest'), ['run', ...config, ...files], {
      cwd: root,
      stdio: 'ignore',
      env,
    })
    run.on('exit', (code) => resolve(code !== 0))
  })
}

const only = process.argv.slice(2)
const machines = new Map(
  [...chartsOf(await findMachines(root))].flatMap(([name, machine]) =>
    only.length === 0 || only.includes(name) ? [[name, machine] as const] : [],
  ),
)
const models = await findModels(root, machines)
const survivors: string[] = []
const equivalent: string[] = []
const count = { all: 0, byWalk: 0, byTests: 0 }

for (const [name, machine] of machines) {
  const subject: Subject = {
    machine,
    descriptions: descriptionsOf(withFormDescriptions(chartOf(machine), machine, models.get(name)!)),
    model: models.get(name)!,
    recorded: readFileSync(join(root, DRAWINGS, `${name}/behaviour.md`), 'utf8'),
  }
  const before = { ...count }
  for (const mutant of mutantsOf(machine)) {
    count.all += 1
    if (isNoticedByWalk(subject, mutant)) count.byWalk += 1
    else if (EQUIVALENT[mutant.id] !== undefined) equivalent.push(mutant.id)
    else if (await isNoticedByTests(subject, mutant)) count.byTests += 1
    else survivors.push(mutant.id)
  }
  const noticed = count.byWalk + count.byTests - before.byWalk - before.byTests
  console.log(`${name}: ${noticed} of ${count.all - before.all}`)
}

const noticed = count.byWalk + count.byTests
const counted = count.all - equivalent.length
const score = Math.floor((1000 * noticed) / counted) / 10
if (equivalent.length > 0) console.log('\nNobody could notice:')
for (const id of equivalent) console.log(`  ${id}: ${EQUIVALENT[id]}`)
const outdated = Object.keys(EQUIVALENT).filter((id) => only.length === 0 && !equivalent.includes(id))
if (outdated.length > 0) console.log(`\nNoticed by now, or gone: ${outdated.join(', ')}`)
if (survivors.length > 0) console.log('\nNot noticed:')
for (const id of survivors) console.log(`  ${id}`)
console.log(
  `\n${count.all} mutants: ${count.byWalk} noticed by recorded walks, ${count.byTests} by other tests,`,
)
console.log(`${survivors.length} by none, ${equivalent.length} that cannot be: ${score} % of ${counted}`)
process.exit(score >= WANTED ? 0 : 1)
