import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { changeReadersMachine } from '../../src/machines/knowledge/change-readers.machine.ts'
import { memberAccessMachine } from '../../src/machines/organizations/groups.machine.ts'
import { invitationMachine } from '../../src/machines/organizations/invitation.machine.ts'
import { addressesIn, inviteMembersMachine } from '../../src/machines/organizations/team.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { changeRoleModel } from './form.model.ts'
import { invitationModel } from './invitation.model.ts'
import { changeReadersModel } from './knowledge-forms.model.ts'
import { organization } from './samples.ts'
import { inviteMembersModel, memberAccessModel, RESULTS, writeGroupModel } from './team-forms.model.ts'

describeModel(changeRoleModel)

describeModel({
  name: 'inviteMembers',
  machine: inviteMembersMachine,
  model: inviteMembersModel,
  rig: (world) => ({
    oracles: {
      'inviteMembers.submitting': () =>
        expect(world.children.get('submit')?.input).toEqual({
          organizationId: 'a',
          values: { addresses: 'ben@example.com', role: 'editor' },
          opened: { addresses: '', role: 'editor' },
        }),
      'inviteMembers.shown': () => expect(world.snapshot().context.output).toEqual(RESULTS),
      'inviteMembers.closed': () => expect(world.snapshot().context.output).toBeNull(),
    },
  }),
})

describeModel({
  name: 'invitation',
  machine: invitationMachine,
  model: invitationModel,
  rig: (world) => {
    const entered = () => world.effects.filter(({ name }) => name === 'enter')
    const email = () => world.snapshot().context.visitor?.email
    const doubts = () => world.effects.filter(({ name }) => name === 'doubtOrganizations')
    return {
      oracles: {
        'invitation.loading': () => expect(world.children.get('loadOffer')?.input).toEqual({ token: 't1' }),
        'invitation.open.signedOut': () => expect(email()).toBeNull(),
        'invitation.open.wrongAccount': () => expect(email()).toBe('eve@example.com'),
        'invitation.open.ready': () => expect(email()).toBe('Ben@example.com'),
        'invitation.open.accepting': () => {
          expect(world.children.get('accept')?.input).toEqual({ token: 't1' })
          expect(entered()).toEqual([])
        },
        'invitation.joined': () =>
          expect(entered()).toEqual([{ name: 'enter', params: { organization: organization('a') } }]),
        'invitation.declined': () => expect(entered()).toEqual([]),
        'invitation.ended': () => expect(doubts()).toHaveLength(1),
        'invitation.member': () => expect(doubts()).toHaveLength(1),
      },
    }
  },
})

describe('addresses to invite', () => {
  it('are parsed from any pasted form, once each, in lower case', () => {
    expect(
      addressesIn('Ada@x.org, ben@x.org;\n"Cy Twombly" <cy@x.org>, Dee Dee <dee@x.org>\nada@x.org eve@x.org'),
    ).toEqual(['ada@x.org', 'ben@x.org', 'cy@x.org', 'dee@x.org', 'eve@x.org'])
  })

  it.each([
    ['', 'Enter at least one email address.'],
    ['ben@x.org eve', '“eve” is not an email address.'],
    [
      Array.from({ length: 21 }, (_, n) => `${n}@x.org`).join(' '),
      'You entered 21. You can invite up to 20 at once.',
    ],
  ])('are refused when they are not valid: %s', (value, problem) => {
    const form = createActor(inviteMembersMachine).start()
    form.send({ type: 'form.opened', organizationId: 'a' })
    form.send({ type: 'field.changed', name: 'addresses', value })
    form.send({ type: 'form.submitted' })
    expect(form.getSnapshot()).toMatchObject({
      value: 'editing',
      context: { fieldErrors: { addresses: problem } },
    })
  })
})

describeModel(changeReadersModel)

it.each([
  [2000, []],
  [2001, ['access']],
])('opens or closes up to 2,000 documents at once: %i', (count, wrong) => {
  const form = createActor(changeReadersMachine).start()
  form.send({ type: 'form.opened', values: { of: 'documents', document_ids: Array(count).fill('d1') } })
  form.send({ type: 'form.submitted' })
  expect(Object.keys(form.getSnapshot().context.fieldErrors)).toEqual(wrong)
})

describeModel(writeGroupModel)

describeModel({
  name: 'memberAccess',
  machine: memberAccessMachine,
  model: memberAccessModel,
  rig: (world) => ({
    oracles: {
      'memberAccess.shown': () =>
        expect(world.snapshot().context.member).toEqual({ userId: 'u1', name: 'Ben Ito' }),
    },
  }),
})
