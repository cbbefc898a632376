import { webSourcesMachine } from '../../src/machines/knowledge/web-sources.machine.ts'
import { modelOfOperation } from './operation.model.ts'

export const webSourcesModel = modelOfOperation(webSourcesMachine, [
  { id: 's1', action: 'read' },
  { id: 's1', action: 'removeMissing' },
  { id: 's1', action: 'refresh', refresh: 'daily' },
])
