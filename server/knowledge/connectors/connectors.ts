import { bucket } from './bucket/bucket.ts'
import { confluence } from './confluence/confluence.ts'
import type { Connector } from './connector.types.ts'
import { github } from './github/github.ts'
import { googleDrive } from './google-drive/google-drive.ts'
import { notion } from './notion/notion.ts'

/** All connectors by API name: a new one is a folder and a line here. */
export const CONNECTORS: Readonly<Record<string, Connector>> = {
  confluence,
  github,
  google_drive: googleDrive,
  notion,
  bucket,
}
