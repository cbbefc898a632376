import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import {
  testConnectionMachine,
  verifyDomainMachine,
} from '../../src/machines/accounts/single-sign-on.machine.ts'
import {
  deleteIntegrationMachine,
  duplicateIntegrationMachine,
  publishMachine,
  restoreVersionMachine,
} from '../../src/machines/assistants/confirmations.machine.ts'
import { deleteConversationMachine } from '../../src/machines/conversations/change-conversation.machine.ts'
import { deleteKnowledgeBaseMachine } from '../../src/machines/knowledge/change-knowledge-base.machine.ts'
import {
  leaveOrganizationMachine,
  removeMemberMachine,
  resendInvitationMachine,
  transferOwnershipMachine,
} from '../../src/machines/organizations/team.machine.ts'
import { confirmationMachine } from '../../src/machines/shared/confirmation.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { GOES_WITH_IT, viewLeft } from './form.model.ts'
import { failuresOf } from './refusals.ts'

export const SUBJECT = { id: 'd1', name: 'Returns policy.pdf', organizationId: 'o1' }

const model: Omit<Model<AnyStateMachine>, 'answers'> = {
  events: (snapshot) => [
    { type: 'confirmation.asked', subject: SUBJECT },
    { type: 'confirmation.given' },
    { type: 'confirmation.refused' },
    ...viewLeft(snapshot),
  ],
  unhandled: [
    never(
      ['confirmation.asked'],
      ['carryingOut'],
      'The dialog lies over what asks for a confirmation, and cannot be closed.',
    ),
    harmless(
      ['confirmation.given', 'confirmation.refused'],
      ['closed'],
      'A dialog that fades out is about something that is done, or was refused.',
    ),
    harmless(['confirmation.given'], ['carryingOut'], 'It is being done, and is not to be done twice.'),
    harmless(
      ['confirmation.refused'],
      ['carryingOut'],
      'S2.42: while submitting, cancel, close and Escape do nothing.',
    ),
    never(['view.left'], ['closed', 'asking'], GOES_WITH_IT),
  ],
  key: ({ context }) => context,
}

/** Every confirmation is the same statechart; what it carries out, and what follows from it, are options of each. */
const modelOf = (machine: AnyStateMachine, operation: string): ModelDescription<AnyStateMachine> => ({
  name: machine.id,
  machine,
  model: { ...model, answers: () => ({ carryOut: [{ id: 'made' }, ...failuresOf(operation)] }) },
  rig: (world) => ({
    oracles: {
      [`${machine.id}.asking`]: () => expect(world.children.size).toBe(0),
      [`${machine.id}.carryingOut`]: () => expect(world.children.get('carryOut')?.input).toEqual(SUBJECT),
      [`${machine.id}.closed`]: () => {
        const finished = world.effects.filter(({ name }) => name === 'finish')
        for (const { params } of finished) expect(params).toEqual(SUBJECT)
      },
    },
  }),
})

/** The chart itself. */
export const confirmationModel = modelOf(confirmationMachine, 'DELETE /api/v1/documents/:id')
export const testConnectionModel = modelOf(
  testConnectionMachine,
  'POST /api/v1/organizations/:organizationId/single-sign-on/test',
)
export const verifyDomainModel = modelOf(
  verifyDomainMachine,
  'POST /api/v1/organizations/:organizationId/email-domains/:id/verify',
)
export const publishModel = modelOf(publishMachine, 'POST /api/v1/integrations/:id/publish')
export const restoreVersionModel = modelOf(
  restoreVersionMachine,
  'POST /api/v1/integrations/:id/versions/:version/restore',
)
export const duplicateIntegrationModel = modelOf(
  duplicateIntegrationMachine,
  'POST /api/v1/integrations/:id/duplicate',
)
export const deleteIntegrationModel = modelOf(deleteIntegrationMachine, 'DELETE /api/v1/integrations/:id')
export const deleteKnowledgeBaseModel = modelOf(
  deleteKnowledgeBaseMachine,
  'DELETE /api/v1/knowledge-bases/:id',
)
export const deleteConversationModel = modelOf(deleteConversationMachine, 'DELETE /api/v1/conversations/:id')
export const leaveOrganizationModel = modelOf(
  leaveOrganizationMachine,
  'DELETE /api/v1/organizations/:organizationId/members/:userId',
)
export const removeMemberModel = modelOf(
  removeMemberMachine,
  'DELETE /api/v1/organizations/:organizationId/members/:userId',
)
export const resendInvitationModel = modelOf(resendInvitationMachine, 'POST /api/v1/invitations/:id/resend')
export const transferOwnershipModel = modelOf(
  transferOwnershipMachine,
  'POST /api/v1/organizations/:organizationId/transfer',
)
