import { downloadMachine } from '../../src/machines/shell/download.machine.ts'
import { modelOfOperation } from './operation.model.ts'

export const downloadModel = modelOfOperation(downloadMachine, [
  { scope: { integrationId: 'i1' }, filter: { rating: 'down' }, format: 'csv' },
])
