import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import {
  testConnectionMachine,
  verifyDomainMachine,
} from '../../src/machines/accounts/confirmations.machine.ts'
import {
  deleteIntegrationMachine,
  duplicateIntegrationMachine,
  publishMachine,
  restoreVersionMachine,
} from '../../src/machines/assistants/confirmations.machine.ts'
import { deleteConversationMachine } from '../../src/machines/conversations/confirmations.machine.ts'
import { deleteKnowledgeBaseMachine } from '../../src/machines/knowledge/confirmations.machine.ts'
import {
  leaveOrganizationMachine,
  removeMemberMachine,
  resendInvitationMachine,
  transferOwnershipMachine,
} from '../../src/machines/organizations/confirmations.machine.ts'
import { confirmationMachine } from '../../src/machines/shared/confirmation.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

export const SUBJECT = { id: 'd1', name: 'Returns policy.pdf', organizationId: 'o1' }

const model: Model<AnyStateMachine> = {
  events: () => [
    { type: 'confirmation.asked', subject: SUBJECT },
    { type: 'confirmation.given' },
    { type: 'confirmation.refused' },
  ],
  answers: () => ({ carryOut: [{ id: 'made' }, new Error('offline')] }),
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
  ],
  key: ({ context }) => context,
}

/** Every confirmation is the same statechart; what follows from it is an option of each. */
const modelOf = (machine: AnyStateMachine): ModelDescription<AnyStateMachine> => ({
  name: machine.id,
  machine,
  model,
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
export const confirmationModel = modelOf(confirmationMachine)
export const testConnectionModel = modelOf(testConnectionMachine)
export const verifyDomainModel = modelOf(verifyDomainMachine)
export const publishModel = modelOf(publishMachine)
export const restoreVersionModel = modelOf(restoreVersionMachine)
export const duplicateIntegrationModel = modelOf(duplicateIntegrationMachine)
export const deleteIntegrationModel = modelOf(deleteIntegrationMachine)
export const deleteKnowledgeBaseModel = modelOf(deleteKnowledgeBaseMachine)
export const deleteConversationModel = modelOf(deleteConversationMachine)
export const leaveOrganizationModel = modelOf(leaveOrganizationMachine)
export const removeMemberModel = modelOf(removeMemberMachine)
export const resendInvitationModel = modelOf(resendInvitationMachine)
export const transferOwnershipModel = modelOf(transferOwnershipMachine)
