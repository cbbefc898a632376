import { type ActorRefFrom, assign, setup } from 'xstate'

interface Member {
  readonly userId: string
  readonly name: string
}

/** The dialog that shows which knowledge bases a member can read, and why. */
export const memberAccessMachine = setup({
  types: {} as {
    context: { readonly member: Member | null }
    events: { type: 'member.chosen'; member: Member } | { type: 'dialog.closed' }
    tags: 'open'
  },
  actions: {
    rememberMember: assign({ member: (_, { member }: { member: Member }) => member }),
  },
}).createMachine({
  id: 'memberAccess',
  description: 'Shows which knowledge bases a member can read, and why.',
  context: { member: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is not shown.',
      on: {
        'member.chosen': {
          target: 'shown',
          actions: { type: 'rememberMember', params: ({ event }) => event },
        },
      },
    },
    shown: {
      description: 'The knowledge bases of the chosen member are listed.',
      tags: 'open',
      on: { 'dialog.closed': 'closed' },
    },
  },
})

export type MemberAccessRef = ActorRefFrom<typeof memberAccessMachine>
