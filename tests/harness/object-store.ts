import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import S3rver from 's3rver'
import type { S3Settings } from '../../server/kernel/config/s3.ts'
import { startFaultProxy } from './fault-proxy.ts'

const KEY = 'S3RVER'

type Store = {
  putObject(object: { key: string }): Promise<{ size: number }>
  getObject(...of: unknown[]): Promise<object & { content: Readable }>
}

/** An S3-compatible object store with one bucket; `env` configures the server for it. */
export async function startObjectStore() {
  const directory = mkdtempSync(path.join(tmpdir(), 'lectern-s3-'))
  const bucket = 'lectern'
  const options = { address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] }
  const pathOf = (key: string) => path.join(directory, bucket, `${key}._S3rver_object`)
  const server = new S3rver({ ...options, port: 0 })
  const { store } = server as unknown as { store: Store }
  const put = store.putObject.bind(store)
  // It responds while a file is still being written; a real store does not.
  store.putObject = async (object) => {
    const stored = await put(object)
    while (statSync(pathOf(object.key)).size < stored.size) await wait(1)
    return stored
  }
  const { port } = await server.run()
  // While the store is away, nothing else takes its port.
  const line = await startFaultProxy(`http://127.0.0.1:${port}`)
  const settings: S3Settings = {
    bucket,
    endpoint: line.url,
    region: 'us-east-1',
    credentials: { accessKeyId: KEY, secretAccessKey: KEY },
    pathStyle: true,
  }
  return {
    settings,
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: settings.endpoint!,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    /** Path of an object, with its metadata file beside it. */
    pathOf,
    goAway() {
      line.refuse(true)
      line.cut()
    },
    comeBack: () => line.refuse(false),
    /** From now on, it answers 503 when asked for an object. */
    refuseReads() {
      store.getObject = () => Promise.reject(Object.assign(new Error('It is busy.'), { status: 503 }))
    },
    /** From now on, it sends only the beginning of an object. */
    stallReads() {
      const get = store.getObject.bind(store)
      store.getObject = async (...of) => {
        const object = await get(...of)
        const { content } = object
        const beginning = Readable.from(
          (async function* () {
            for await (const chunk of content) {
              yield chunk
              await new Promise(() => {})
            }
          })(),
        )
        return Object.assign(object, { content: beginning })
      }
    },
    async close() {
      await line.stop()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>
