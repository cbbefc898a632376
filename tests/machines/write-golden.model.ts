import { writeGoldenMachine } from '../../src/machines/knowledge/write-golden.machine.ts'
import { modelOfForm } from './form.model.ts'
import { goldenQuestion } from './samples.ts'

export const writeGoldenModel = modelOfForm({
  name: 'writeGolden',
  machine: writeGoldenMachine,
  valid: { question: 'When do you open?', documentId: 'd1' },
  invalid: { question: ' ', documentId: 'd1' },
  field: 'question',
  output: goldenQuestion('g1'),
})
