import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** What a model is for: comparing meanings, or ordering passages for a question. */
export type ModelKind = 'embedding' | 'reranker'

/** How a model is used; stored beside its files. */
export type ModelUsage = {
  kind: ModelKind
  /** What it was trained to read before questions and passages. */
  questionPrefix: string
  passagePrefix: string
  /** How the vectors of a text's tokens become one. */
  pooling: 'mean' | 'first'
  /** It reads no more of a text. */
  tokensMax: number
  /** ISO 639-3 codes; null where it takes any. */
  languages: string[] | null
}

/** Says in a model's folder how the model is used, and that all of its files are there. */
export const MANIFEST = 'lectern.json'
export const WEIGHTS = 'model.onnx'
export const TOKENIZER = 'tokenizer.json'
export const TOKENIZER_CONFIG = 'tokenizer_config.json'

export type Manifest = ModelUsage & {
  name: string
  /** Of its weights: another one makes other vectors. */
  revision: string
  /** SHA-256 by file. */
  checksums: Record<string, string>
}

/** A model whose files lie on this machine. */
export type LocalModel = Manifest & { folder: string }

/** What its vectors are stored under: the model, and what it was given. Vectors of whole passages had no such end. */
export const identityOf = ({ name, revision }: Pick<Manifest, 'name' | 'revision'>) =>
  `${name}@${revision}/parts`

/** Null where it is missing or cut short: the model is not finished. */
const manifestIn = (folder: string): Manifest | null => {
  try {
    return JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8'))
  } catch {
    return null
  }
}

/** The finished models in a folder, each in one of its own, by name. */
export const installedModels = (modelsDir: string): LocalModel[] => {
  if (!existsSync(modelsDir)) return []
  return readdirSync(modelsDir)
    .flatMap((entry) => {
      const folder = path.join(modelsDir, entry)
      const manifest = manifestIn(folder)
      return manifest ? [{ ...manifest, folder }] : []
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Whether this installation has the runtime, which is an optional package. */
export const hasRuntime = () => {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node')
    return true
  } catch {
    return false
  }
}

/** The first of each kind; none where nothing could run them. */
export const usableModels = (modelsDir: string): Record<ModelKind, LocalModel | null> => {
  const all = hasRuntime() ? installedModels(modelsDir) : []
  const first = (kind: ModelKind) => all.find((one) => one.kind === kind) ?? null
  return { embedding: first('embedding'), reranker: first('reranker') }
}
