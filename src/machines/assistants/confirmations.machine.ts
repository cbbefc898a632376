import { t } from '../../texts/t.ts'
import { createConfirmationMachine } from '../shared/confirmation.machine.ts'

export const publishMachine = createConfirmationMachine({
  id: 'publish',
  description: 'The draft of an assistant becomes its next version.',
  says: ({ subject: { name } }) => t('Published {name}.', { name }),
})

export const restoreVersionMachine = createConfirmationMachine({
  id: 'restoreVersion',
  description: 'An earlier version of an assistant becomes its draft.',
  says: ({ subject: { name } }) => t('{name} restored as the draft.', { name }),
})

export const duplicateIntegrationMachine = createConfirmationMachine<{ readonly id: string }>({
  id: 'duplicateIntegration',
  description: 'An assistant is copied, and the copy opened.',
  leadsTo: ({ output: { id } }) => `/integrations/${id}/settings`,
  says: ({ subject: { name } }) => t('Copied {name}. This is the copy.', { name }),
})

export const deleteIntegrationMachine = createConfirmationMachine({
  id: 'deleteIntegration',
  description: 'An assistant is deleted, and its page left.',
  notifies: () => [
    // Values typed into its settings are lost with it.
    ['navigation', { type: 'changes.finished', holder: null }],
    // Back is not to lead to its page.
    ['navigation', { type: 'navigation.requested', path: '/integrations', replace: true }],
  ],
})
