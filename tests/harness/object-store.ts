import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import S3rver from 's3rver'
import type { S3Settings } from '../../server/kernel/config/s3.ts'

const KEY = 'S3RVER'

type Store = { putObject(object: { key: string }): Promise<{ size: number }> }

/** An S3-compatible object store with one bucket; `env` configures the server for it. */
export async function startObjectStore() {
  const directory = mkdtempSync(path.join(tmpdir(), 'lectern-s3-'))
  const bucket = 'lectern'
  const options = { address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] }
  const pathOf = (key: string) => path.join(directory, bucket, `${key}._S3rver_object`)
  const create = (port: number) => {
    const server = new S3rver({ ...options, port })
    const { store } = server as unknown as { store: Store }
    const put = store.putObject.bind(store)
    // It responds while a file is still being written; a real store does not.
    store.putObject = async (object) => {
      const stored = await put(object)
      while (statSync(pathOf(object.key)).size < stored.size) await wait(1)
      return stored
    }
    return server
  }
  let server = create(0)
  const { port } = await server.run()
  const settings: S3Settings = {
    bucket,
    endpoint: `http://127.0.0.1:${port}`,
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
    goAway: () => server.close(),
    async comeBack() {
      server = create(port)
      await server.run()
    },
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>
