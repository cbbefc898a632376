import { setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { actionNotProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'
import { type OfOrganization, ofOrganization } from './billing.types.ts'
import { billingDetailsMachine } from './billing-details.machine.ts'

/** S2.35: the dialog Billing details, opened to change them. */
export const billingDialogMachine = setup({
  types: {} as {
    context: OfOrganization
    events: { type: 'dialog.opened' }
    input: OfOrganization
    tags: 'open'
    children: { billingDetails: 'billingDetails' }
  },
  actors: { billingDetails: billingDetailsMachine },
  guards: { wasSaved: (_, { saved }: { saved: boolean }) => saved },
  actions: {
    showToast,
    /** Views that show the details read them again. */
    announceChange: actionNotProvided('announceChange'),
  },
}).createMachine({
  id: 'billingDialog',
  description: 'The Billing details dialog.',
  context: ({ input }) => ofOrganization(input),
  initial: 'closed',
  states: {
    closed: { description: 'Not shown.', on: { 'dialog.opened': 'open' } },
    open: {
      description: 'The form is shown until it is saved or left.',
      tags: 'open',
      invoke: {
        id: 'billingDetails',
        src: 'billingDetails',
        input: ({ context }) => ofOrganization(context),
        onDone: [
          {
            guard: { type: 'wasSaved', params: ({ event }) => event.output },
            target: 'closed',
            actions: [
              'announceChange',
              { type: 'showToast', params: { type: 'success', message: t('Billing details saved.') } },
            ],
          },
          { target: 'closed' },
        ],
      },
    },
  },
})
