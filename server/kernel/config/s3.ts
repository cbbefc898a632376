import type { Settings } from './environment.ts'
import { ConfigError } from './environment.ts'

/** Where files are stored instead of the data folder. */
export type S3Settings = {
  bucket: string
  /** Null: Amazon's own, by region. */
  endpoint: string | null
  region: string
  /** Null: the role of the machine or of the container. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** The bucket is in the path of an address, not in its host name. */
  pathStyle: boolean
}

export function s3Settings(settings: Settings): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint = null, S3_REGION: region } = settings
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (!bucket) {
    if (endpoint) throw new ConfigError('S3_BUCKET: is needed when S3_ENDPOINT is set')
    return null
  }
  // Processes that share files sign each other's tokens; a secret in a folder would belong to one process only.
  if (!settings.JWT_SECRET) throw new ConfigError('JWT_SECRET: is needed when S3_BUCKET is set')
  if (!accessKeyId !== !secretAccessKey) {
    const missing = accessKeyId ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID'
    throw new ConfigError(`${missing}: is required with the other key`)
  }
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  const pathStyle = settings.S3_PATH_STYLE ? settings.S3_PATH_STYLE === 'on' : endpoint !== null
  return { bucket, endpoint, region, credentials, pathStyle }
}
