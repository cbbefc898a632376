import { S3ServiceException } from '@aws-sdk/client-s3'
import { ConfigError } from '../config/config-error.ts'
import type { S3Settings } from '../config/s3.ts'
import { refusal } from '../errors.ts'

/** Turns the store's errors into a temporary refusal of ours. */
export const inStore = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 503) : 503
    if (status === 404) throw error
    throw Object.assign(refusal('object_store_away'), {
      cause: error,
    })
  }
}

/** What an operator must change to make the store usable; `try_` uses it. @throws ConfigError */
export const assertUsable = async ({ bucket, endpoint }: S3Settings, try_: () => Promise<void>) => {
  try {
    await try_()
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status === 404) throw new ConfigError(`S3_BUCKET: there is no bucket called ${bucket}`)
    if (status === 401 || status === 403)
      throw new ConfigError(`S3_ACCESS_KEY_ID: these keys may not read and write the bucket ${bucket}`)
    if (status === 301 || status === 400)
      throw new ConfigError(`S3_REGION: the bucket ${bucket} is in another region`)
    const reason = (error as Error).message
    throw new ConfigError(`S3_ENDPOINT: no object store answers at ${endpoint ?? 'AWS'} (${reason})`)
  }
}
