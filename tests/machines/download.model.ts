import type { downloadMachine } from '../../src/machines/download/download.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'

export const REQUEST = { scope: { integrationId: 'i1' }, filter: { rating: 'down' }, format: 'csv' }

export const downloadModel: Model<typeof downloadMachine> = {
  events: () => [{ type: 'download.requested', request: REQUEST }],
  answers: () => ({ fetchFile: [undefined, new Error('offline')] }),
  unhandled: [never(['download.requested'], ['fetching'], 'Both buttons are disabled while a file is read.')],
  key: () => null,
}
