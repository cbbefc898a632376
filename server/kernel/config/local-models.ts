import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Purpose of a model: comparing meanings, or ranking passages for a question. */
export type ModelKind = 'embedding' | 'reranker'

/** How to use a model; stored beside its files. */
export type ModelUsage = {
  kind: ModelKind
  /** Prefixes that it was trained with for questions and passages. */
  questionPrefix: string
  passagePrefix: string
  /** How the vectors of a text's tokens are combined. */
  pooling: 'mean' | 'first'
  /** It truncates longer texts. */
  tokensMax: number
  /** ISO 639-3 codes; null if it supports any. */
  languages: string[] | null
}

/** File in a model's folder that says how to use the model, and that all its files are present. */
export const MANIFEST = 'lectern.json'
export const WEIGHTS = 'model.onnx'
export const TOKENIZER = 'tokenizer.json'
export const TOKENIZER_CONFIG = 'tokenizer_config.json'

export type Manifest = ModelUsage & {
  name: string
  /** Revision of its weights; another one produces other vectors. */
  revision: string
  /** SHA-256 by file. */
  checksums: Record<string, string>
}

/** A model whose files are on this machine. */
export type LocalModel = Manifest & { folder: string }

/** Its vectors are stored under this: the model and its input. Vectors of whole passages had no such suffix. */
export const identityOf = ({ name, revision }: Pick<Manifest, 'name' | 'revision'>) =>
  `${name}@${revision}/parts`

/** Null if it is missing or truncated: the model is incomplete. */
const manifestIn = (folder: string): Manifest | null => {
  try {
    return JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8'))
  } catch {
    return null
  }
}

/** The complete models in a folder, each in its own subfolder, by name. */
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

/** Whether this installation includes the runtime, an optional package. */
export const hasRuntime = () => {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node')
    return true
  } catch {
    return false
  }
}

/** The first of each kind; none if nothing can run them. */
export const usableModels = (modelsDir: string): Record<ModelKind, LocalModel | null> => {
  const all = hasRuntime() ? installedModels(modelsDir) : []
  const first = (kind: ModelKind) => all.find((one) => one.kind === kind) ?? null
  return { embedding: first('embedding'), reranker: first('reranker') }
}
