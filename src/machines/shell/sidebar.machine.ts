import { type ActorRefFrom, setup } from 'xstate'
import { actionNotProvided } from '../not-provided.ts'

const base = setup({
  types: {} as {
    events:
      | { type: 'sidebar.toggled' }
      | { type: 'drawer.opened' }
      | { type: 'drawer.closed' }
      | { type: 'route.changed' }
  },
  actions: { rememberCollapsed: actionNotProvided<{ collapsed: boolean }>('rememberCollapsed') },
})

type Rail = 'expanded' | 'collapsed'

/**
 * S2.23, S2.24: a cookie keeps whether the sidebar is collapsed, also across visits; below 768 px the sidebar is a
 * drawer.
 */
export const createSidebarMachine = (rail: Rail) =>
  base.createMachine({
    id: 'sidebar',
    description: 'The sidebar on wide screens, and its drawer on phones.',
    type: 'parallel',
    states: {
      rail: {
        initial: rail,
        states: {
          expanded: {
            description: '16 rem, icons with words.',
            on: {
              'sidebar.toggled': {
                target: 'collapsed',
                actions: { type: 'rememberCollapsed', params: { collapsed: true } },
              },
            },
          },
          collapsed: {
            description: '3 rem, icons only.',
            on: {
              'sidebar.toggled': {
                target: 'expanded',
                actions: { type: 'rememberCollapsed', params: { collapsed: false } },
              },
            },
          },
        },
      },
      drawer: {
        initial: 'closed',
        states: {
          closed: { description: 'Phones show only the content.', on: { 'drawer.opened': 'open' } },
          open: {
            description: '18 rem over the content.',
            on: { 'drawer.closed': 'closed', 'route.changed': 'closed' },
          },
        },
      },
    },
  })

export const sidebarMachine = createSidebarMachine('expanded')

export type SidebarRef = ActorRefFrom<typeof sidebarMachine>
