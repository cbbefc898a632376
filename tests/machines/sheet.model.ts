import type { sheetMachine } from '../../src/machines/sheet/sheet.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

export const sheetModel: Model<typeof sheetMachine> = {
  events: () => [{ type: 'sheet.opened' }, { type: 'sheet.closed' }],
  unhandled: [
    never(['sheet.opened'], ['open'], 'The sheet lies over what opens it.'),
    harmless(['sheet.closed'], ['closed'], 'It is closed already.'),
  ],
  key: () => null,
}
