import { sheetMachine } from '../../src/machines/sheet/sheet.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { sheetModel } from './sheet.model.ts'

describeModel({ name: 'sheet', machine: sheetMachine, model: sheetModel })
