import type { ModelKind } from '../kernel/config/local-models.ts'
import { hasRuntime, installedModels } from '../kernel/config/local-models.ts'
import { KNOWN_MODELS } from '../knowledge/local-models/catalogue.ts'
import { fetchFromFiles, fetchFromHub, type OnProgress } from '../knowledge/local-models/fetch-model.ts'
import type { Command } from './command.ts'
import { OperatorError } from './command.ts'

const MB = 1024 * 1024
/** Progress of a large file is printed in these steps. */
const STEP = 0.1

/** A name, or owner and name. */
const NAME = /^\w[\w.-]*(\/\w[\w.-]*)?$/

const NO_RUNTIME =
  'The optional package onnxruntime-node is not installed, so no model can run here. Install it: npm install onnxruntime-node'

const progressBar = (say: (line: string) => void): OnProgress => {
  const said = new Map<string, number>()
  return (file, done, total) => {
    const share = total === null ? done / (50 * MB) : done / total
    const step = Math.floor(share / STEP)
    if (step === (said.get(file) ?? 0)) return
    said.set(file, step)
    const bar = '█'.repeat(Math.min(10, step)).padEnd(10, '░')
    say(
      `${bar} ${file}: ${(done / MB).toFixed(1)}${total === null ? '' : ` of ${(total / MB).toFixed(1)}`} MB`,
    )
  }
}

const fetchCommand: Command = {
  name: 'models fetch',
  usage: '<model> [--from <file>] [--kind embedding|reranker]',
  does: 'Fetches a model that runs on this machine; it is used from the next start on.',
  details: [
    ...Object.entries(KNOWN_MODELS).map(([name, { size, does }]) => `${name} (${size}) ${does}.`),
    'Any other model of the hub is named as owner/model. HF_ENDPOINT names a mirror of the hub.',
    'With --from it is taken from a folder or an archive (.zip, .whl, .jar) that holds its files.',
    'An interrupted download resumes where it stopped. Models are kept in MODELS_DIR.',
  ],
  options: { from: { type: 'string' }, kind: { type: 'string', default: 'embedding' } },
  async run({ config, arguments: [name = ''], options: { from, kind }, say }) {
    if (!NAME.test(name)) throw new OperatorError(`"${name}" is not the name of a model`)
    if (kind !== 'embedding' && kind !== 'reranker')
      throw new OperatorError('--kind is embedding or reranker')
    const wanted = {
      name,
      kind: kind as ModelKind,
      modelsDir: config.modelsDir,
      onProgress: progressBar(say),
    }
    const fetched =
      typeof from === 'string' ? fetchFromFiles(wanted, from) : fetchFromHub(wanted, config.modelHub)
    const manifest = await fetched.catch((error: unknown) => {
      throw new OperatorError(
        `${name} was not fetched: ${error instanceof Error ? error.message : String(error)}. Without the hub, take its files along: lectern models fetch ${name} --from <file>`,
      )
    })
    say(`${manifest.name} is in ${config.modelsDir}. Restart Lectern to use it.`)
    if (manifest.kind === 'embedding')
      say('Documents are re-embedded in the background. Questions are still answered.')
    if (!hasRuntime()) say(NO_RUNTIME)
    return 0
  },
}

const listCommand: Command = {
  name: 'models list',
  usage: '',
  does: 'Lists the models on this machine, and those that it can fetch by name.',
  async run({ config, say }) {
    const installed = installedModels(config.modelsDir)
    const used = Object.values(config.localModels)
    for (const { name, kind, revision } of installed)
      say(`${name}  ${kind}, ${revision}${used.some((one) => one?.name === name) ? ', in use' : ''}`)
    for (const [name, { usage, size, does }] of Object.entries(KNOWN_MODELS))
      if (!installed.some((one) => one.name === name))
        say(`${name}  ${usage.kind}, not fetched (${size}): ${does}`)
    if (!hasRuntime()) say(NO_RUNTIME)
    return 0
  },
}

export const modelCommands: readonly Command[] = [fetchCommand, listCommand]
