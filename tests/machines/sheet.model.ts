import type { sheetMachine } from '../../src/machines/sheet/sheet.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const sheetModel: Model<typeof sheetMachine> = {
  events: () => [{ type: 'sheet.opened' }, { type: 'sheet.closed' }],
  key: () => null,
}
