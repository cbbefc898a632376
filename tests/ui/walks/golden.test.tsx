import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { fromCallback } from 'xstate'
import { goldenRunMachine, takeGoldenMachine } from '../../../src/machines/knowledge/golden.machine.ts'
import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import { UseAsGolden } from '../../../src/ui/conversations/conversation-browser/past-conversation.tsx'
import { GoldenQuestionsScreen } from '../../../src/ui/knowledge/golden-questions/golden-questions-screen.tsx'
import { provided, type Scene, still } from '../../harness/stage.tsx'
import { writeGoldenModel } from '../../machines/knowledge-forms.model.ts'
import { goldenRunModel, takeGoldenModel } from '../../machines/operation.model.ts'
import { citation, document, goldenQuestion, message } from '../../machines/samples.ts'
import { walkView } from './walk.tsx'
import { button, dialog, walkForm } from './walk-form.tsx'

const golden = (machines: object): Scene => ({
  path: '/knowledge-bases/k1/golden-questions',
  view: provided(
    {
      goldenLive: fromCallback(() => {}),
      goldenRun: still(goldenRunMachine),
      writeGolden: still(writeGoldenModel.machine),
      deleteGolden: still(confirmationMachine),
      ...machines,
    },
    <GoldenQuestionsScreen />,
  ),
  data: { goldenQuestions: [goldenQuestion('g1')], goldenRuns: [], documents: [document('d1')] },
})

/** [S2.12] */
walkForm({
  model: writeGoldenModel,
  scene: (writeGolden) => golden({ writeGolden }),
  show: () => button('Add a question').click(),
  form: dialog('Golden question'),
  fill: (form) => form.getByLabelText('Document').selectOptions('d1.pdf'),
  input: (form) => form.getByLabelText('Question', { exact: true }),
  submit: 'Save',
  busy: 'Saving…',
})

/** [S2.12] */
walkView({
  machine: goldenRunMachine,
  model: goldenRunModel.model,
  scene: (goldenRun) => golden({ goldenRun }),
  // [ux 26] The button says that the measurement runs.
  does: { 'operation.requested': () => button('Run now').click() },
  sees: {
    'goldenRun.idle': () => expect.element(button('Run now')).toBeEnabled(),
    'goldenRun.running': () => expect.element(button('Run now')).toBeDisabled(),
  },
})

const save = () => page.getByRole('button', { name: 'Use as golden question' })

/** [S2.12] An answer; a passage that was found is taken alike. */
walkView({
  machine: takeGoldenMachine,
  model: takeGoldenModel.model,
  scene: (takeGolden) => ({
    view: provided(
      { takeGolden },
      <UseAsGolden answer={message('a1', { answered: true, citations: [citation(1)] })} />,
    ),
  }),
  does: { 'operation.requested': () => save().click() },
  sees: {
    'takeGolden.idle': () => expect.element(save()).toBeEnabled(),
    'takeGolden.running': () => expect.element(save()).toBeDisabled(),
  },
})
