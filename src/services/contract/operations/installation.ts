import { Acknowledged } from '../common.ts'
import { FeedbackList, NewFeedback, System } from '../installation.ts'
import { operation } from './operation.ts'
import { MANAGE, READ } from './phrases.ts'

/** The installation, and feedback to its operators. */
export const installation = {
  system: operation('GET /api/v1/system', System, {
    summary: 'Get the configuration of this installation',
    who: 'self',
    keys: READ,
    personal: true,
  }),
  sendFeedback: operation('POST /api/v1/feedback', Acknowledged, {
    summary: 'Send feedback to the administrators',
    who: 'self',
    keys: MANAGE,
    personal: true,
    unaudited: 'Goes to the operator, and not to an organization.',
    status: 201,
    body: NewFeedback,
    example: { body: { message: 'Could the export have a column for the assistant?' } },
  }),
  feedback: operation('GET /api/v1/feedback', FeedbackList, {
    summary: 'List the feedback',
    description: 'For administrators of the installation.',
    who: 'administrator',
    keys: READ,
    personal: true,
  }),
}
