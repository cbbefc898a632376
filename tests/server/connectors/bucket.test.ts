import { BUCKET, KEYS, PREFIX, startBucket } from '../../harness/bucket.ts'
import { controlsOf } from '../../harness/service.ts'
import { describeConnector, describeFolder } from './kit.ts'
import type { TestService } from './test-service.ts'

const startStore = async (): Promise<TestService> => {
  const store = await startBucket()
  const { url, objects, keyOf, clear, whole, choices } = store
  const put = (name: string, text: string, choice = 0) => void objects.set(keyOf(name, choice), text)
  return {
    ...controlsOf(store),
    connector: 'bucket',
    settings: { url, region: 'eu-central-1', bucket: BUCKET, prefix: PREFIX, ...KEYS },
    secret: 'secret_key',
    whole,
    choices,
    write: (name, text, choice) => put(`${name}.txt`, text, choice),
    writeFile: put,
    remove: (name) => void objects.delete(keyOf(`${name}.txt`)),
    titleOf: (name) => `help ${name}.txt`,
    addressOf: (name) => store.addressOf(keyOf(`${name}.txt`)),
    clear,
  }
}

describeConnector('a bucket', startStore)
describeFolder('bucket')
