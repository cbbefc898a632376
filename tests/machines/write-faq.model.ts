import { writeFaqMachine } from '../../src/machines/knowledge/write-faq.machine.ts'
import { modelOfForm } from './form.model.ts'
import { document } from './samples.ts'

export const writeFaqModel = modelOfForm({
  name: 'writeFaq',
  machine: writeFaqMachine,
  valid: { question: 'When do you open?', answer: 'At nine.' },
  invalid: { question: 'When do you open?', answer: ' ' },
  field: 'question',
  output: document('d1'),
})
